// Lesson 02's kernel in OpenCL C, line by line, for Oclgrind.
kernel void hillis_steele_shared(global const int* input, global int* output, long n) {
    local int sums[BLOCK];
    const int t = get_local_id(0);
    const long i = (long)get_group_id(0) * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[t] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (i < n) output[i] = sums[t];
}
