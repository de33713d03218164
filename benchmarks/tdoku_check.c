/* tdoku as a program that says of each line on standard input whether it has exactly one answer.

   gcc -O3 -I TDOKU/include tdoku_check.c -o tdoku_check TDOKU/build/libtdoku_static.a -lstdc++ -lm */

#include <stdio.h>
#include <string.h>
#include "tdoku.h"

int main(void) {
    static const char *verdicts[] = {"NONE", "UNIQUE", "MULTIPLE"};
    char *line = NULL, answer[82];
    size_t room, guesses, number = 0;
    while (getline(&line, &room, stdin) != -1)
        if (strlen(line) > 80 && line[0] != '#')
            printf("%s #%zu\n", verdicts[SolveSudoku(line, 2, 0, answer, &guesses)], ++number);
}
