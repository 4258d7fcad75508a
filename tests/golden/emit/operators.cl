// operators: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       every operator
// point        (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61)
// table        table
// proved for   32-bit words: 0 <= n <= 4096
//              64-bit words: 0 <= n <= 4096
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

__constant int operators_table[] = {
    -1, 30000, 3, 0, 40000, 7, 9};

static inline int operators_lesser_i32(int a, int b) {
  return a < b ? a : b;
}

static inline int operators_greater_i32(int a, int b) {
  return a < b ? b : a;
}

// The quotient rounded down; b != 0.
static inline int operators_floor_div_i32(int a, int b) {
  return a / b - (int)((a % b != 0) & ((a < 0) != (b < 0)));
}

// a - b * floor(a / b); b != 0.
static inline int operators_floor_mod_i32(int a, int b) {
  const int m = a % b;
  return m + (((m != 0) & ((m < 0) != (b < 0))) ? b : 0);
}

// a * 2^b for a, b >= 0.
static inline int operators_shift_left_i32(int a, int b) {
  return b < 32 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
static inline int operators_shift_right_i32(int a, int b) {
  return b < 32 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline int operators_power_i32(int a, int b) {
  uint product = 1;
  for (uint square = (uint)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (uint)(1);
    square *= square;
  }
  return (int)(product);
}

// The greatest e with 2^e <= x; x > 0.
static inline int operators_floor_log2_i32(int x) {
  return 31 - clz(x);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
static inline int operators_iroot_by_digits_i32(int x, int k) {
  int r = 0;
  for (int bit = (32 - 2) / k; bit >= 0; --bit) {
    const int c = r + ((int)(1) << bit);
    int quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
static inline int operators_iroot2_i32(int x) {
  const int r = (int)(sqrt((float)(x)) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^3 <= x; x >= 0.
static inline int operators_iroot3_i32(int x) {
  const int r = (int)(cbrt((float)(x)) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^4 <= x; x >= 0.
static inline int operators_iroot4_i32(int x) {
  const int r = (int)(sqrt(sqrt((float)(x))) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^5 <= x; x >= 0.
static inline int operators_iroot5_i32(int x) {
  return operators_iroot_by_digits_i32(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
static inline int operators_iroot6_i32(int x) {
  const int r = (int)(sqrt(cbrt((float)(x))) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^7 <= x; x >= 0.
static inline int operators_iroot7_i32(int x) {
  return operators_iroot_by_digits_i32(x, 7);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
static inline int operators_root2_i32(int x) {
  return (int)(sqrt((float)(x)));
}

// Certified: within these sizes no intermediate leaves the word.
#define operators_max_n_i32 ((int)4096)

static inline int operators_fits_i32(int n) {
  return 0 <= n && n <= operators_max_n_i32;
}

// The number of points.
static inline int operators_count_i32(int n) {
  (void)n;
  return 4096;
}

// The point (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) of index w, for 0 <= w < count.
static inline void operators_unrank_i32(int n, int w, int *out_r0, int *out_r1, int *out_r2, int *out_r3, int *out_r4, int *out_r5, int *out_r6, int *out_r7, int *out_r8, int *out_r9, int *out_r10, int *out_r11, int *out_r12, int *out_r13, int *out_r14, int *out_r15, int *out_r16, int *out_r17, int *out_r18, int *out_r19, int *out_r20, int *out_r21, int *out_r22, int *out_r23, int *out_r24, int *out_r25, int *out_r26, int *out_r27, int *out_r28, int *out_r29, int *out_r30, int *out_r31, int *out_r32, int *out_r33, int *out_r34, int *out_r35, int *out_r36, int *out_r37, int *out_r38, int *out_r39, int *out_r40, int *out_r41, int *out_r42, int *out_r43, int *out_r44, int *out_r45, int *out_r46, int *out_r47, int *out_r48, int *out_r49, int *out_r50, int *out_r51, int *out_r52, int *out_r53, int *out_r54, int *out_r55, int *out_r56, int *out_r57, int *out_r58, int *out_r59, int *out_r60, int *out_r61) {
  const int a = (w >> 6) - 32;
  const int raw = (w & 63) - 32;
  const int b = raw == 0 ? 5 : raw;
  const int c = w % 7;
  int steps = 0;
  for (int i = 0; i < c; ++i) {
    for (int j = i - 1; j >= 0; --j) {
      steps = steps * 3 + j - i;
    }
  }
  const int trips = operators_floor_log2_i32(n);
  for (int j = 0; j < trips; ++j) {
    if (j < c) {
      steps += 1;
    } else {
      const int j_ = a;
      steps = steps - j_;
    }
  }
  int least = -40;
  int left = 81;
  for (int halving = 7; halving > 0; --halving) {
    const int jump = left >> 1;
    const int middle = least + jump;
    least = 3 * middle <= a ? middle : least;
    left -= jump;
  }
  int most = operators_lesser_i32(operators_root2_i32(operators_greater_i32(c * c - 3, 0)) + 3, 9);
  for (int correction = 0; correction < 5; ++correction) {
    most -= (int)(most * most > c * c);
  }
  const int t = operators_floor_mod_i32(a, b);
  const int t_ = w % 5;
  const int t_2 = (int)(operators_table[t_]);
  const int t_3 = a * b + 1;
  const int t_4 = w / 7;
  *out_r0 = operators_floor_div_i32(a, b);
  *out_r1 = t;
  *out_r2 = operators_floor_div_i32(a, 7);
  *out_r3 = operators_floor_mod_i32(a, -7);
  *out_r4 = a >> 3;
  *out_r5 = a & 7;
  *out_r6 = a * b / b;
  *out_r7 = (8 * a) >> 3;
  *out_r8 = w / 5;
  *out_r9 = t_;
  *out_r10 = w >> 4;
  *out_r11 = w & 15;
  *out_r12 = w / 3;
  *out_r13 = operators_lesser_i32(a, b);
  *out_r14 = operators_greater_i32(a, b);
  *out_r15 = operators_iroot2_i32(w);
  *out_r16 = operators_iroot3_i32(w);
  *out_r17 = operators_iroot4_i32(w);
  *out_r18 = operators_iroot5_i32(w);
  *out_r19 = operators_iroot6_i32(w);
  *out_r20 = operators_iroot7_i32(w);
  *out_r21 = c * c * c;
  *out_r22 = a * a * a * a - 1;
  *out_r23 = (int)(1) << c;
  *out_r24 = ((int)(1) << (2 * c)) + 1;
  *out_r25 = operators_power_i32(3, c);
  *out_r26 = operators_power_i32(a + 1, 2);
  *out_r27 = w << 3;
  *out_r28 = operators_shift_left_i32(w, c);
  *out_r29 = (int)(1) << c;
  *out_r30 = w >> 2;
  *out_r31 = operators_shift_right_i32(w, 9 * c);
  *out_r32 = w & 21;
  *out_r33 = (w | 21) - 1;
  *out_r34 = w ^ c;
  *out_r35 = operators_floor_log2_i32(w + 1);
  *out_r36 = a < b;
  *out_r37 = a <= b;
  *out_r38 = a == b;
  *out_r39 = a != b;
  *out_r40 = a != 0 && b != 0;
  *out_r41 = a != 0 || (b != 0 && w != 0);
  *out_r42 = (a != 0 || b != 0) && w != 0;
  *out_r43 = a == 0;
  *out_r44 = a >= b;
  *out_r45 = !(a != 0 && b != 0);
  *out_r46 = a != 0 ? b : w;
  *out_r47 = (a < b ? (b != 0 ? 1 : 2) : 3) + 1;
  *out_r48 = a - (b - w) - c;
  *out_r49 = a * (b * c);
  *out_r50 = -a - -b;
  *out_r51 = -(a + b);
  *out_r52 = a - (-5);
  *out_r53 = (a < b) == (b < 3);
  *out_r54 = (a < b) + (b < a) * 2;
  *out_r55 = t_2 * t_2;
  *out_r56 = (int)(operators_table[c]);
  *out_r57 = t_3 * t_3 - t_4 * t_4;
  *out_r58 = b == 0 ? 0 : t * t;
  *out_r59 = steps;
  *out_r60 = least;
  *out_r61 = most;
}

// The index of a point of the domain; the inverse of unrank.
static inline int operators_rank_i32(int n, int r0, int r1, int r2, int r3, int r4, int r5, int r6, int r7, int r8, int r9, int r10, int r11, int r12, int r13, int r14, int r15, int r16, int r17, int r18, int r19, int r20, int r21, int r22, int r23, int r24, int r25, int r26, int r27, int r28, int r29, int r30, int r31, int r32, int r33, int r34, int r35, int r36, int r37, int r38, int r39, int r40, int r41, int r42, int r43, int r44, int r45, int r46, int r47, int r48, int r49, int r50, int r51, int r52, int r53, int r54, int r55, int r56, int r57, int r58, int r59, int r60, int r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r13;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r44;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  return r8 * 5 + r9;
}

// Whether (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) is a point of the domain; any coordinates may be asked.
static inline int operators_contains_i32(int n, int r0, int r1, int r2, int r3, int r4, int r5, int r6, int r7, int r8, int r9, int r10, int r11, int r12, int r13, int r14, int r15, int r16, int r17, int r18, int r19, int r20, int r21, int r22, int r23, int r24, int r25, int r26, int r27, int r28, int r29, int r30, int r31, int r32, int r33, int r34, int r35, int r36, int r37, int r38, int r39, int r40, int r41, int r42, int r43, int r44, int r45, int r46, int r47, int r48, int r49, int r50, int r51, int r52, int r53, int r54, int r55, int r56, int r57, int r58, int r59, int r60, int r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r8;
  (void)r9;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r44;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  return r13 != 0;
}

// The point after (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) in the order of indices; has_next is false after the last.
static inline int operators_successor_i32(int n, int r0, int r1, int r2, int r3, int r4, int r5, int r6, int r7, int r8, int r9, int r10, int r11, int r12, int r13, int r14, int r15, int r16, int r17, int r18, int r19, int r20, int r21, int r22, int r23, int r24, int r25, int r26, int r27, int r28, int r29, int r30, int r31, int r32, int r33, int r34, int r35, int r36, int r37, int r38, int r39, int r40, int r41, int r42, int r43, int r44, int r45, int r46, int r47, int r48, int r49, int r50, int r51, int r52, int r53, int r54, int r55, int r56, int r57, int r58, int r59, int r60, int r61, int *out_r0, int *out_r1, int *out_r2, int *out_r3, int *out_r4, int *out_r5, int *out_r6, int *out_r7, int *out_r8, int *out_r9, int *out_r10, int *out_r11, int *out_r12, int *out_r13, int *out_r14, int *out_r15, int *out_r16, int *out_r17, int *out_r18, int *out_r19, int *out_r20, int *out_r21, int *out_r22, int *out_r23, int *out_r24, int *out_r25, int *out_r26, int *out_r27, int *out_r28, int *out_r29, int *out_r30, int *out_r31, int *out_r32, int *out_r33, int *out_r34, int *out_r35, int *out_r36, int *out_r37, int *out_r38, int *out_r39, int *out_r40, int *out_r41, int *out_r42, int *out_r43, int *out_r44, int *out_r45, int *out_r46, int *out_r47, int *out_r48, int *out_r49, int *out_r50, int *out_r51, int *out_r52, int *out_r53, int *out_r54, int *out_r55, int *out_r56, int *out_r57, int *out_r58, int *out_r59, int *out_r60, int *out_r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r8;
  (void)r9;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r13;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  *out_r0 = 0;
  *out_r1 = 0;
  *out_r2 = 0;
  *out_r3 = 0;
  *out_r4 = 0;
  *out_r5 = 0;
  *out_r6 = 0;
  *out_r7 = 0;
  *out_r8 = 0;
  *out_r9 = 0;
  *out_r10 = 0;
  *out_r11 = 0;
  *out_r12 = 0;
  *out_r13 = 0;
  *out_r14 = 0;
  *out_r15 = 0;
  *out_r16 = 0;
  *out_r17 = 0;
  *out_r18 = 0;
  *out_r19 = 0;
  *out_r20 = 0;
  *out_r21 = 0;
  *out_r22 = 0;
  *out_r23 = 0;
  *out_r24 = 0;
  *out_r25 = 0;
  *out_r26 = 0;
  *out_r27 = 0;
  *out_r28 = 0;
  *out_r29 = 0;
  *out_r30 = 0;
  *out_r31 = 0;
  *out_r32 = 0;
  *out_r33 = 0;
  *out_r34 = 0;
  *out_r35 = 0;
  *out_r36 = 0;
  *out_r37 = 0;
  *out_r38 = 0;
  *out_r39 = 0;
  *out_r40 = 0;
  *out_r41 = 0;
  *out_r42 = 0;
  *out_r43 = 0;
  *out_r44 = 0;
  *out_r45 = 0;
  *out_r46 = 0;
  *out_r47 = 0;
  *out_r48 = 0;
  *out_r49 = 0;
  *out_r50 = 0;
  *out_r51 = 0;
  *out_r52 = 0;
  *out_r53 = 0;
  *out_r54 = 0;
  *out_r55 = 0;
  *out_r56 = 0;
  *out_r57 = 0;
  *out_r58 = 0;
  *out_r59 = 0;
  *out_r60 = 0;
  *out_r61 = 0;
  return r44 != 0;
}

static inline long operators_lesser_i64(long a, long b) {
  return a < b ? a : b;
}

static inline long operators_greater_i64(long a, long b) {
  return a < b ? b : a;
}

// The quotient rounded down; b != 0.
static inline long operators_floor_div_i64(long a, long b) {
  return a / b - (long)((a % b != 0) & ((a < 0) != (b < 0)));
}

// a - b * floor(a / b); b != 0.
static inline long operators_floor_mod_i64(long a, long b) {
  const long m = a % b;
  return m + (((m != 0) & ((m < 0) != (b < 0))) ? b : 0);
}

// a * 2^b for a, b >= 0.
static inline long operators_shift_left_i64(long a, long b) {
  return b < 64 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
static inline long operators_shift_right_i64(long a, long b) {
  return b < 64 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline long operators_power_i64(long a, long b) {
  ulong product = 1;
  for (ulong square = (ulong)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (ulong)(1);
    square *= square;
  }
  return (long)(product);
}

// The greatest e with 2^e <= x; x > 0.
static inline long operators_floor_log2_i64(long x) {
  return 63 - clz(x);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
static inline long operators_iroot_by_digits_i64(long x, int k) {
  long r = 0;
  for (int bit = (64 - 2) / k; bit >= 0; --bit) {
    const long c = r + ((long)(1) << bit);
    long quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
static inline long operators_iroot2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt((double)(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 32.
  const float s = sqrt((float)(x + (long)(x == 0)));
  const long q = (long)(s + 0.5f);
  const float d = (float)((long)((ulong)(x) - (ulong)(q) * (ulong)(q))) / (2.0f * s);
  const long r = q + (long)(floor(d + 0.25f));
#endif
  return r - (long)((ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^3 <= x; x >= 0.
static inline long operators_iroot3_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(cbrt((double)(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 21.
  const float s = cbrt((float)(x + (long)(x == 0)));
  const long q = (long)(s + 0.5f);
  const float d = (float)((long)((ulong)(x) - (ulong)(q) * (ulong)(q) * (ulong)(q))) / (3.0f * s * s);
  const long r = q + (long)(floor(d + 0.25f));
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^4 <= x; x >= 0.
static inline long operators_iroot4_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt(sqrt((double)(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const long r = (long)(sqrt(sqrt((float)(x))) * 1.00000095367431640625f);
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^5 <= x; x >= 0.
static inline long operators_iroot5_i64(long x) {
  return operators_iroot_by_digits_i64(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
static inline long operators_iroot6_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt(cbrt((double)(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const long r = (long)(sqrt(cbrt((float)(x))) * 1.00000095367431640625f);
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^7 <= x; x >= 0.
static inline long operators_iroot7_i64(long x) {
  return operators_iroot_by_digits_i64(x, 7);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
static inline long operators_root2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt((double)(x)));
#else
  return operators_iroot2_i64(x);
#endif
}

// Certified: within these sizes no intermediate leaves the word.
#define operators_max_n_i64 ((long)4096)

static inline int operators_fits_i64(long n) {
  return 0 <= n && n <= operators_max_n_i64;
}

// The number of points.
static inline long operators_count_i64(long n) {
  (void)n;
  return 4096;
}

// The point (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) of index w, for 0 <= w < count.
static inline void operators_unrank_i64(long n, long w, long *out_r0, long *out_r1, long *out_r2, long *out_r3, long *out_r4, long *out_r5, long *out_r6, long *out_r7, long *out_r8, long *out_r9, long *out_r10, long *out_r11, long *out_r12, long *out_r13, long *out_r14, long *out_r15, long *out_r16, long *out_r17, long *out_r18, long *out_r19, long *out_r20, long *out_r21, long *out_r22, long *out_r23, long *out_r24, long *out_r25, long *out_r26, long *out_r27, long *out_r28, long *out_r29, long *out_r30, long *out_r31, long *out_r32, long *out_r33, long *out_r34, long *out_r35, long *out_r36, long *out_r37, long *out_r38, long *out_r39, long *out_r40, long *out_r41, long *out_r42, long *out_r43, long *out_r44, long *out_r45, long *out_r46, long *out_r47, long *out_r48, long *out_r49, long *out_r50, long *out_r51, long *out_r52, long *out_r53, long *out_r54, long *out_r55, long *out_r56, long *out_r57, long *out_r58, long *out_r59, long *out_r60, long *out_r61) {
  const long a = (w >> 6) - 32;
  const long raw = (w & 63) - 32;
  const long b = raw == 0 ? 5 : raw;
  const long c = w % 7;
  long steps = 0;
  for (long i = 0; i < c; ++i) {
    for (long j = i - 1; j >= 0; --j) {
      steps = steps * 3 + j - i;
    }
  }
  const long trips = operators_floor_log2_i64(n);
  for (long j = 0; j < trips; ++j) {
    if (j < c) {
      steps += 1;
    } else {
      const long j_ = a;
      steps = steps - j_;
    }
  }
  long least = -40;
  long left = 81;
  for (long halving = 7; halving > 0; --halving) {
    const long jump = left >> 1;
    const long middle = least + jump;
    least = 3 * middle <= a ? middle : least;
    left -= jump;
  }
  long most = operators_lesser_i64(operators_root2_i64(operators_greater_i64(c * c - 3, 0)) + 3, 9);
  for (int correction = 0; correction < 5; ++correction) {
    most -= (long)(most * most > c * c);
  }
  const long t = operators_floor_mod_i64(a, b);
  const long t_ = w % 5;
  const long t_2 = (long)(operators_table[t_]);
  const long t_3 = a * b + 1;
  const long t_4 = w / 7;
  *out_r0 = operators_floor_div_i64(a, b);
  *out_r1 = t;
  *out_r2 = operators_floor_div_i64(a, 7);
  *out_r3 = operators_floor_mod_i64(a, -7);
  *out_r4 = a >> 3;
  *out_r5 = a & 7;
  *out_r6 = a * b / b;
  *out_r7 = (8 * a) >> 3;
  *out_r8 = w / 5;
  *out_r9 = t_;
  *out_r10 = w >> 4;
  *out_r11 = w & 15;
  *out_r12 = w / 3;
  *out_r13 = operators_lesser_i64(a, b);
  *out_r14 = operators_greater_i64(a, b);
  *out_r15 = operators_iroot2_i64(w);
  *out_r16 = operators_iroot3_i64(w);
  *out_r17 = operators_iroot4_i64(w);
  *out_r18 = operators_iroot5_i64(w);
  *out_r19 = operators_iroot6_i64(w);
  *out_r20 = operators_iroot7_i64(w);
  *out_r21 = c * c * c;
  *out_r22 = a * a * a * a - 1;
  *out_r23 = (long)(1) << c;
  *out_r24 = ((long)(1) << (2 * c)) + 1;
  *out_r25 = operators_power_i64(3, c);
  *out_r26 = operators_power_i64(a + 1, 2);
  *out_r27 = w << 3;
  *out_r28 = operators_shift_left_i64(w, c);
  *out_r29 = (long)(1) << c;
  *out_r30 = w >> 2;
  *out_r31 = operators_shift_right_i64(w, 9 * c);
  *out_r32 = w & 21;
  *out_r33 = (w | 21) - 1;
  *out_r34 = w ^ c;
  *out_r35 = operators_floor_log2_i64(w + 1);
  *out_r36 = a < b;
  *out_r37 = a <= b;
  *out_r38 = a == b;
  *out_r39 = a != b;
  *out_r40 = a != 0 && b != 0;
  *out_r41 = a != 0 || (b != 0 && w != 0);
  *out_r42 = (a != 0 || b != 0) && w != 0;
  *out_r43 = a == 0;
  *out_r44 = a >= b;
  *out_r45 = !(a != 0 && b != 0);
  *out_r46 = a != 0 ? b : w;
  *out_r47 = (a < b ? (b != 0 ? 1 : 2) : 3) + 1;
  *out_r48 = a - (b - w) - c;
  *out_r49 = a * (b * c);
  *out_r50 = -a - -b;
  *out_r51 = -(a + b);
  *out_r52 = a - (-5);
  *out_r53 = (a < b) == (b < 3);
  *out_r54 = (a < b) + (b < a) * 2;
  *out_r55 = t_2 * t_2;
  *out_r56 = (long)(operators_table[c]);
  *out_r57 = t_3 * t_3 - t_4 * t_4;
  *out_r58 = b == 0 ? 0 : t * t;
  *out_r59 = steps;
  *out_r60 = least;
  *out_r61 = most;
}

// The index of a point of the domain; the inverse of unrank.
static inline long operators_rank_i64(long n, long r0, long r1, long r2, long r3, long r4, long r5, long r6, long r7, long r8, long r9, long r10, long r11, long r12, long r13, long r14, long r15, long r16, long r17, long r18, long r19, long r20, long r21, long r22, long r23, long r24, long r25, long r26, long r27, long r28, long r29, long r30, long r31, long r32, long r33, long r34, long r35, long r36, long r37, long r38, long r39, long r40, long r41, long r42, long r43, long r44, long r45, long r46, long r47, long r48, long r49, long r50, long r51, long r52, long r53, long r54, long r55, long r56, long r57, long r58, long r59, long r60, long r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r13;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r44;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  return r8 * 5 + r9;
}

// Whether (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) is a point of the domain; any coordinates may be asked.
static inline int operators_contains_i64(long n, long r0, long r1, long r2, long r3, long r4, long r5, long r6, long r7, long r8, long r9, long r10, long r11, long r12, long r13, long r14, long r15, long r16, long r17, long r18, long r19, long r20, long r21, long r22, long r23, long r24, long r25, long r26, long r27, long r28, long r29, long r30, long r31, long r32, long r33, long r34, long r35, long r36, long r37, long r38, long r39, long r40, long r41, long r42, long r43, long r44, long r45, long r46, long r47, long r48, long r49, long r50, long r51, long r52, long r53, long r54, long r55, long r56, long r57, long r58, long r59, long r60, long r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r8;
  (void)r9;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r44;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  return r13 != 0;
}

// The point after (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) in the order of indices; has_next is false after the last.
static inline int operators_successor_i64(long n, long r0, long r1, long r2, long r3, long r4, long r5, long r6, long r7, long r8, long r9, long r10, long r11, long r12, long r13, long r14, long r15, long r16, long r17, long r18, long r19, long r20, long r21, long r22, long r23, long r24, long r25, long r26, long r27, long r28, long r29, long r30, long r31, long r32, long r33, long r34, long r35, long r36, long r37, long r38, long r39, long r40, long r41, long r42, long r43, long r44, long r45, long r46, long r47, long r48, long r49, long r50, long r51, long r52, long r53, long r54, long r55, long r56, long r57, long r58, long r59, long r60, long r61, long *out_r0, long *out_r1, long *out_r2, long *out_r3, long *out_r4, long *out_r5, long *out_r6, long *out_r7, long *out_r8, long *out_r9, long *out_r10, long *out_r11, long *out_r12, long *out_r13, long *out_r14, long *out_r15, long *out_r16, long *out_r17, long *out_r18, long *out_r19, long *out_r20, long *out_r21, long *out_r22, long *out_r23, long *out_r24, long *out_r25, long *out_r26, long *out_r27, long *out_r28, long *out_r29, long *out_r30, long *out_r31, long *out_r32, long *out_r33, long *out_r34, long *out_r35, long *out_r36, long *out_r37, long *out_r38, long *out_r39, long *out_r40, long *out_r41, long *out_r42, long *out_r43, long *out_r44, long *out_r45, long *out_r46, long *out_r47, long *out_r48, long *out_r49, long *out_r50, long *out_r51, long *out_r52, long *out_r53, long *out_r54, long *out_r55, long *out_r56, long *out_r57, long *out_r58, long *out_r59, long *out_r60, long *out_r61) {
  (void)n;
  (void)r0;
  (void)r1;
  (void)r2;
  (void)r3;
  (void)r4;
  (void)r5;
  (void)r6;
  (void)r7;
  (void)r8;
  (void)r9;
  (void)r10;
  (void)r11;
  (void)r12;
  (void)r13;
  (void)r14;
  (void)r15;
  (void)r16;
  (void)r17;
  (void)r18;
  (void)r19;
  (void)r20;
  (void)r21;
  (void)r22;
  (void)r23;
  (void)r24;
  (void)r25;
  (void)r26;
  (void)r27;
  (void)r28;
  (void)r29;
  (void)r30;
  (void)r31;
  (void)r32;
  (void)r33;
  (void)r34;
  (void)r35;
  (void)r36;
  (void)r37;
  (void)r38;
  (void)r39;
  (void)r40;
  (void)r41;
  (void)r42;
  (void)r43;
  (void)r45;
  (void)r46;
  (void)r47;
  (void)r48;
  (void)r49;
  (void)r50;
  (void)r51;
  (void)r52;
  (void)r53;
  (void)r54;
  (void)r55;
  (void)r56;
  (void)r57;
  (void)r58;
  (void)r59;
  (void)r60;
  (void)r61;
  *out_r0 = 0;
  *out_r1 = 0;
  *out_r2 = 0;
  *out_r3 = 0;
  *out_r4 = 0;
  *out_r5 = 0;
  *out_r6 = 0;
  *out_r7 = 0;
  *out_r8 = 0;
  *out_r9 = 0;
  *out_r10 = 0;
  *out_r11 = 0;
  *out_r12 = 0;
  *out_r13 = 0;
  *out_r14 = 0;
  *out_r15 = 0;
  *out_r16 = 0;
  *out_r17 = 0;
  *out_r18 = 0;
  *out_r19 = 0;
  *out_r20 = 0;
  *out_r21 = 0;
  *out_r22 = 0;
  *out_r23 = 0;
  *out_r24 = 0;
  *out_r25 = 0;
  *out_r26 = 0;
  *out_r27 = 0;
  *out_r28 = 0;
  *out_r29 = 0;
  *out_r30 = 0;
  *out_r31 = 0;
  *out_r32 = 0;
  *out_r33 = 0;
  *out_r34 = 0;
  *out_r35 = 0;
  *out_r36 = 0;
  *out_r37 = 0;
  *out_r38 = 0;
  *out_r39 = 0;
  *out_r40 = 0;
  *out_r41 = 0;
  *out_r42 = 0;
  *out_r43 = 0;
  *out_r44 = 0;
  *out_r45 = 0;
  *out_r46 = 0;
  *out_r47 = 0;
  *out_r48 = 0;
  *out_r49 = 0;
  *out_r50 = 0;
  *out_r51 = 0;
  *out_r52 = 0;
  *out_r53 = 0;
  *out_r54 = 0;
  *out_r55 = 0;
  *out_r56 = 0;
  *out_r57 = 0;
  *out_r58 = 0;
  *out_r59 = 0;
  *out_r60 = 0;
  *out_r61 = 0;
  return r44 != 0;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = operators_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long operators_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

