// Prints the simulator's settings as a table of Markdown.
#include <scanlab_sim/settings.hpp>

#include <iostream>

int main() {
    using namespace scanlab::sim;
    std::cout << "| option | environment variable | meaning | value | default |\n|---|---|---|---|---|\n";
    for (const Setting& s : setting_table) {
        const std::string option = s.option.empty() ? "" : "`" + std::string(s.option) + "`";
        std::cout << "| " << option << " | `" << environment_variable(s) << "` | " << s.help << " | " << expectation(s) << " | " << s.usual
                  << " |\n";
    }
}
