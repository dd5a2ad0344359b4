// Ends the compilation after the sentence of the header that includes this one. No other directive
// does.
#include <so the rest is not compiled>
