/* A yardstick for lines of sight: all pairs of hexes of a 60 by 40 map, by costs and levels, in C.

   The hexes between two others cost 1, 2 or 4 and may come to 12 together. A hex between them blocks if it is
   higher than both, or as high as the higher one where they differ. Of a pair beside a hexside that the line runs
   along, the lower value counts. Two ways are timed:

     pairs    each line by itself, given up at the first thing that blocks it
     sweep    all lines of one offset side by side, in loops that the compiler turns into vector instructions

   Prints for each way the least time of ROUNDS, in milliseconds, and the number of ordered pairs that see each
   other, each hex and itself counted. The map comes from a generator that the caller repeats. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The map is packed into one array in which every way is the same shift everywhere: printed rows of WIDTH, the
   even columns first. Planes have room before and behind, and a variant for each hexside A, B, C and the hexes. */
enum { COLUMNS = 60, ROWS = 40, COUNT = COLUMNS * ROWS, BUDGET = 12 };
enum { HALF = (COLUMNS + 2) / 2, WIDTH = 2 * HALF - 1, SIZE = WIDTH * ROWS };
enum { HEX = 3, VARIANTS = 4, SPAN = 3 * SIZE, LONGEST = 4 * (COLUMNS + ROWS), WORDS = (COUNT + 63) / 64 };

typedef struct { int variant, shift; } Station;

static const int STEP_Q[6] = {0, 1, 1, 0, -1, -1}, STEP_Z[6] = {-1, -1, 0, 1, 1, 0};

static int costs[COUNT], levels[COUNT];
static uint8_t cost[VARIANTS][SPAN], level[VARIANTS][SPAN];
static int hex_at[SIZE];
static uint64_t sees[COUNT][WORDS];

static int shift_of(int q, int z) { return q * HALF + z * WIDTH; }

static int min(int a, int b) { return a < b ? a : b; }

static int max(int a, int b) { return a > b ? a : b; }

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static uint32_t draw(uint32_t *state, uint32_t sides) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 16) % sides;
}

static void make_map(void) {
    uint32_t state = 1974;
    for (int hex = 0; hex < COUNT; hex++) {
        uint32_t kind = draw(&state, 12), height = draw(&state, 32);
        costs[hex] = kind < 9 ? 1 : kind < 11 ? 2 : 4;
        levels[hex] = height < 24 ? 0 : height < 29 ? 1 : height < 31 ? 2 : 3;
    }
}

static void pack(void) {
    static uint8_t there[SPAN];
    memset(hex_at, -1, sizeof hex_at);
    memset(cost, 0, sizeof cost);
    memset(level, 0, sizeof level);
    for (int hex = 0; hex < COUNT; hex++) {
        int column = hex % COLUMNS, place = shift_of(column, hex / COLUMNS - column / 2);
        hex_at[place] = hex;
        there[SIZE + place] = 1;
        cost[HEX][SIZE + place] = costs[hex];
        level[HEX][SIZE + place] = levels[hex];
    }
    for (int side = 0; side < HEX; side++) {
        int step = shift_of(STEP_Q[side], STEP_Z[side]);
        for (int i = 2 * WIDTH; i < SPAN - 2 * WIDTH; i++) {
            int j = i + step, both = there[i] && there[j], one = there[i] ? i : j;
            cost[side][i] = both ? min(cost[HEX][i], cost[HEX][j]) : cost[HEX][one];
            level[side][i] = both ? min(level[HEX][i], level[HEX][j]) : level[HEX][one];
        }
    }
}

/* What lies between a hex and the one a steps in direction d and b steps in the next direction away. In every ring
   about the first hex the line meets a hex, or two one after the other, or runs between two. */
static int stations(int d, int a, int b, Station *found) {
    int distance = a + b, reach = distance + max(a, b), many = 0, e = (d + 1) % 6, across = (d + 2) % 6;
    int step_d = shift_of(STEP_Q[d], STEP_Z[d]), step_e = shift_of(STEP_Q[e], STEP_Z[e]);
    for (int ring = 1; ring < distance; ring++) {
        int j = b * ring / distance, past = b * ring - distance * j;
        int shift = (ring - j) * step_d + j * step_e, beyond = shift - step_d + step_e;
        if (a == b && ring % 2)
            found[many++] = across < 3 ? (Station){across, shift} : (Station){across - 3, beyond};
        else {
            if (3 * past < reach) found[many++] = (Station){HEX, shift};
            if (3 * (distance - past) < reach) found[many++] = (Station){HEX, beyond};
        }
    }
    return many;
}

static long note(int start, int end, int columns) {
    int a = hex_at[start], b = hex_at[end];
    if (a < 0 || b < 0 || b % COLUMNS - a % COLUMNS != columns) return 0;
    sees[a][b >> 6] |= 1ull << (b & 63);
    sees[b][a >> 6] |= 1ull << (a & 63);
    return 2;
}

static int line_clear(const Station *between, int many, int start, int shift) {
    const uint8_t *ends = level[HEX] + SIZE + start;
    int high = max(ends[0], ends[shift]), differ = ends[0] != ends[shift], spent = 0;
    for (int k = 0; k < many; k++) {
        int place = SIZE + start + between[k].shift, top = level[between[k].variant][place];
        spent += cost[between[k].variant][place];
        if (spent > BUDGET || top + differ > high) return 0;
    }
    return 1;
}

static long by_pairs(const Station *between, int many, int shift, int columns) {
    long clear = 0;
    for (int start = 0; start < SIZE - shift; start++) {
        int a = hex_at[start], b = hex_at[start + shift];
        if (a < 0 || b < 0 || b % COLUMNS - a % COLUMNS != columns) continue;
        if (line_clear(between, many, start, shift)) clear += note(start, start + shift, columns);
    }
    return clear;
}

static long by_sweep(const Station *between, int many, int shift, int columns) {
    static uint16_t spent[SIZE];
    static uint8_t top[SIZE], open[SIZE];
    int span = SIZE - shift;
    const uint8_t *start = level[HEX] + SIZE, *end = start + shift;
    memset(spent, 0, sizeof *spent * span);
    memset(top, 0, span);
    for (int k = 0; k < many; k++) {
        const uint8_t *more = cost[between[k].variant] + SIZE + between[k].shift;
        const uint8_t *height = level[between[k].variant] + SIZE + between[k].shift;
        for (int i = 0; i < span; i++) spent[i] += more[i];
        for (int i = 0; i < span; i++) top[i] = top[i] > height[i] ? top[i] : height[i];
    }
    for (int i = 0; i < span; i++) {
        uint8_t high = start[i] > end[i] ? start[i] : end[i], differ = start[i] != end[i];
        open[i] = (spent[i] <= BUDGET) & ((many == 0) | (top[i] + differ <= high));
    }
    long clear = 0;
    for (int i = 0; i < span; i++)
        if (open[i]) clear += note(i, i + shift, columns);
    return clear;
}

static long all_lines(long (*way)(const Station *, int, int, int)) {
    Station between[LONGEST];
    long clear = COUNT;
    pack();
    memset(sees, 0, sizeof sees);
    for (int hex = 0; hex < COUNT; hex++) sees[hex][hex >> 6] |= 1ull << (hex & 63);
    for (int d = 0; d < 6; d++)
        for (int a = 1; a < COLUMNS + ROWS; a++)
            for (int b = 0; a + b < COLUMNS + ROWS; b++) {
                int e = (d + 1) % 6, q = a * STEP_Q[d] + b * STEP_Q[e], z = a * STEP_Z[d] + b * STEP_Z[e];
                int shift = shift_of(q, z);
                if (abs(q) >= COLUMNS || abs(2 * z + q) >= 2 * ROWS || shift <= 0) continue;
                clear += way(between, stations(d, a, b, between), shift, q);
            }
    return clear;
}

static void measure(const char *name, int rounds, long (*way)(const Station *, int, int, int)) {
    double best = 1e9;
    long clear = 0;
    for (int round = 0; round < rounds; round++) {
        double begun = milliseconds();
        clear = all_lines(way);
        double spent = milliseconds() - begun;
        if (spent < best) best = spent;
    }
    printf("%s %.3f %ld\n", name, best, clear);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    make_map();
    measure("pairs", rounds, by_pairs);
    measure("sweep", rounds, by_sweep);
    return 0;
}
