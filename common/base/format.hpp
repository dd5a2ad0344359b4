/// \file
/// fmt, also for programs that nvcc builds in one line.
#pragma once

#ifdef __NVCC__
#define FMT_HEADER_ONLY // so that there is nothing to link with
#ifndef FMT_USE_CONSTEXPR
#define FMT_USE_CONSTEXPR 1 // fmt 9 takes nvcc for a compiler without it, even for host code
#endif
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow" // g++ 12 is wrong about fmt's fill characters
#endif

#include <fmt/format.h>
#include <fmt/ranges.h>
