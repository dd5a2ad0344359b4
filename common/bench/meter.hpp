/// \file
/// What a GPU says of its clocks and its energy.
#pragma once

#include <string>

namespace scanlab {

/// Reads NVIDIA's management library (NVML), which comes with the driver. It is loaded when the program
/// runs, so that nothing has to be linked. If it is missing, or does not know a value, the value is 0.
class Meter {
public:
    /// `bus_id`: of the GPU, as in "0000:0F:00.0"; `library`: a file name, as for dlopen().
    explicit Meter(const std::string& bus_id, const std::string& library = "libnvidia-ml.so.1");
    ~Meter();
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;

    /// The clock of the multiprocessors now, and of the memory, in MHz.
    int sm_mhz() const { return clock(1); }
    int memory_mhz() const { return clock(2); }

    /// Joules that the GPU has used since its driver was loaded.
    double joules() const;

private:
    int clock(int type) const;

    void* library_;
    void* device_ = nullptr;
};

} // namespace scanlab
