/// \file
/// The same as cusparse.h.
#pragma once

#include "cusparse.h"
