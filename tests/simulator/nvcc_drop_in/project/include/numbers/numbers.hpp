// What the host's files see of the others.
#pragma once

int scaled_total(const int* values, int count);
int expected_total(const int* values, int count);
