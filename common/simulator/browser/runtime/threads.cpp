// There is one thread, and what is its own lives as long as the program.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
