//! The weights of the evaluation: centipawns in the middlegame and in the endgame.
//!
//! All of our own making. Ranks and squares are those of White; Black's are mirrored.
//! [`Weights::source`] writes this file.

use super::layout::weights;
use super::pair::{Pair, s};

weights! {
    /// What a man of each type is worth, from the pawn to the queen.
    material: [Pair; 5] = [
        s( 70, 101), s(316, 359), s(335, 378), s(429, 634), s(1039, 1078),
    ];

    /// Pawns, from a8 to h1: the centre goes forward, the pawns before a castled king stay.
    pawn_squares: [Pair; 64] = [
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
        s( 40,  28), s( 17,  32), s( 23,  44), s( 46,  33), s( 51,  45), s( 11,  20), s( 41,  19), s( 18,   2),
        s( 24,  13), s( -2,  11), s(  8,   9), s( 17, -17), s( 36, -11), s(  4,  33), s(  2,   2), s(  6,   9),
        s( 10,  23), s(  7,   4), s( 23, -20), s( 29, -32), s( 22, -21), s( 20,  -9), s( 12,   2), s( -2,   5),
        s( -1,  18), s( -8,   9), s(  4,  -8), s( 13, -10), s( 19, -21), s(  1,   3), s(  0,   4), s( -8,   7),
        s( -1,  11), s( -8,   7), s(  0,  13), s(  0,  -2), s( 10,  -2), s(  4,   6), s(  3,   2), s( -7,   6),
        s( -9,  23), s(  3,  14), s( -6,  25), s( -6,  24), s( -7,  17), s(  2,  20), s( 15,   7), s( -6,   9),
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
    ];

    /// Knights, from a8 to h1: they stand in the centre and hate the edge.
    knight_squares: [Pair; 64] = [
        s(-84, -48), s(-19,  -2), s(-27, -29), s(-13,  -8), s( -7,  -3), s(-20,  -9), s(-28, -13), s(-46, -35),
        s(-30, -15), s( -3,  -6), s( -6,  -2), s( 16,   9), s(  0, -11), s( 10, -12), s(-20,  18), s(-32, -15),
        s( -5, -22), s(  8,  -5), s( 21,   5), s( 35,  10), s( 39,   1), s( 25,  -6), s(  8,  -4), s(  6,  -6),
        s( 13,  -3), s( 15,  12), s( 11,  17), s( 24,  19), s( 17,  24), s(  3,  21), s( 17,   2), s( 14,   3),
        s( -2,   4), s( 14,  -2), s( 20,   7), s( 10,  17), s( 21,  22), s( 20,  10), s( 23,   5), s(  0,  15),
        s(-15, -16), s( -7, -14), s( -6,   9), s( -7,  20), s( -1,  17), s(  3,   1), s(  7,   3), s(-10, -22),
        s( -5, -11), s(-15,  -4), s( -1, -18), s( -6,  12), s(  0,   2), s(  4, -19), s( -5,  -6), s(-12, -16),
        s(-26, -22), s(-22, -11), s(-17,   6), s( -5,   6), s( -9,  -6), s( -8, -10), s(-21,  -4), s(-28, -37),
    ];

    /// Bishops, from a8 to h1: in the centre, on long diagonals and in the fianchetto.
    bishop_squares: [Pair; 64] = [
        s(-24,   1), s( -5,  -1), s( -3,  11), s(-13,  -4), s(  0,  11), s(-11, -11), s(-11,  16), s(-26, -22),
        s(-21,   7), s( -5,  -2), s( -1,  11), s( -4,   2), s(  7,   0), s(  5,  13), s(  4, -14), s( -5,   0),
        s(-15,  12), s(-18,   6), s(  9,  -3), s( 26,   7), s( 18,  17), s( 11,  -5), s(  5,   7), s( 13, -10),
        s(  5,   5), s(  1,  17), s( 19,  -2), s( 30,  16), s( 21,   7), s( 14,   9), s( 18,  11), s(  7,  13),
        s(-25,  -1), s(  6,  -5), s(  7,   5), s( 13,  11), s( 18,  16), s(  4,  15), s(  0,  27), s(  9,  -2),
        s(  0,   7), s(  4,  -7), s(  4,  -2), s(  0,  13), s(  9,   7), s( 10,  -4), s(  1,  -7), s(  6,  16),
        s(  6,   3), s(  6, -19), s(  0,  -3), s( -2,   7), s(  3,  -2), s( 13, -16), s( 13, -20), s( -9, -22),
        s( -1, -31), s( -5,   6), s( -7,   1), s(-23,  13), s(  5,   7), s(-15,  -4), s(-22, -20), s(-17,   3),
    ];

    /// Rooks, from a8 to h1: on central files and far up.
    rook_squares: [Pair; 64] = [
        s( 34,   7), s( 13,  25), s( 12,  11), s( 27,  11), s(  6,   8), s( 14,  12), s(  5,  27), s( 11,   7),
        s( 13,   3), s(  7,  11), s( 23,   2), s( 14,   0), s(  8,   9), s(  5,   8), s( -1,   3), s( 12,   0),
        s( 19,  12), s(  8,   2), s( 13,   2), s( 11,   6), s( 26,  -2), s( 23,  -2), s(  8,  12), s(-27,  17),
        s(  3,  14), s(  7,  19), s( -4,   4), s(-12,  14), s(  4,  10), s( 28,  -2), s( -2,  13), s(-19,  22),
        s(-13,  14), s(-17,  14), s(  2,   6), s(-14,  11), s( -3,   0), s( 10,   7), s(  1,   6), s(-10,   5),
        s(-23,   6), s(-14,  -1), s(-29,   4), s(-19,  -8), s(  5, -12), s(-23,   1), s(-13,  -2), s(-14,  -4),
        s(-21,  -7), s( -2,  -7), s( 14, -22), s( -8,  -6), s(  4,  -5), s( -7,   3), s(-24,   6), s(-39,  -8),
        s( -9,  -4), s( -9,   1), s( -6,  -2), s( -2,  -9), s(  3, -10), s( -1,   0), s( -8,  -7), s(  0, -15),
    ];

    /// Queens, from a8 to h1: they come to the centre late.
    queen_squares: [Pair; 64] = [
        s( 17,   0), s( 21,   0), s( -3,  -6), s(  0,   4), s(  9,   4), s( 10,   8), s( -4,  -9), s(-10,  -1),
        s(-10,  14), s(-17,  15), s(  9,  19), s(  9,  15), s(  8,  14), s(  7,   6), s(  4,   1), s( 21,  12),
        s( -6,   2), s(  9,  10), s(  2,  18), s(  2,   8), s( 21,  19), s( 14,  19), s( 11,   3), s( 10,  -1),
        s(-11,  12), s( -4,   7), s(  4,   8), s( -6,  24), s(  5,  36), s( -1,  25), s( -2,  13), s(  8,   7),
        s( -7,   7), s( -5,   8), s(  4,   6), s(-13,  55), s(  5,  30), s(  0,   9), s(  8,   0), s( -2,   9),
        s(  3, -19), s(  2,  18), s(  5, -15), s( -3,   8), s( -3,   9), s(  1,  18), s( -1,   9), s(-10, -16),
        s(  0, -20), s(  4,  -1), s( 10, -39), s(  4, -23), s(  7, -24), s(  1, -24), s( -4,  -9), s(-15, -22),
        s( -4, -32), s(  3, -23), s(  4, -19), s(  2, -46), s( -8, -20), s(-14, -28), s( -2, -19), s( 12, -21),
    ];

    /// Kings, from a8 to h1: hidden behind pawns, in the centre in the endgame.
    king_squares: [Pair; 64] = [
        s(-42, -63), s(-33, -36), s(-50, -13), s(-60,  -5), s(-54,   8), s(-47,  -8), s(-28, -21), s(-43, -77),
        s(-36, -35), s(-26,   3), s(-41,  26), s(-57,  20), s(-52,  35), s(-39,  34), s(-21,  25), s(-35, -22),
        s(-38,   3), s(-29,  23), s(-41,  31), s(-64,  35), s(-60,  41), s(-41,  38), s(-24,  33), s(-24,  10),
        s(-41,  -7), s(-23,   0), s(-64,  20), s(-61,  31), s(-61,  39), s(-52,  30), s(-31,   2), s(-24,   2),
        s(-20, -11), s(-17, -11), s(-26,   4), s(-61,  23), s(-43,  31), s(-38,  23), s( -5,  -3), s( -9, -14),
        s(-13, -15), s( 21, -21), s(-16,   2), s(-28,  14), s(-26,  13), s(-19,   8), s(  6,  -8), s( -1, -22),
        s( 38, -41), s( -1, -19), s( -8,  -8), s(-18,   8), s(-16,   5), s( -3,  -7), s(  8, -20), s(  8, -28),
        s( 12, -47), s( 24, -38), s( 31, -21), s( -6,  -9), s( 16, -24), s( -3, -26), s( 18, -38), s( 14, -52),
    ];

    /// Knights by the number of squares that they can go to, 0 to 8.
    knight_mobility: [Pair; 9] = [
        s(-31, -44), s(-20, -21), s(-10,  -4), s( -4,   9), s( -3,  16), s(  2,  24), s(  8,  24), s( 14,  22),
        s( 21,   8),
    ];

    /// Bishops by the number of squares that they can go to, 0 to 13.
    bishop_mobility: [Pair; 14] = [
        s(-18, -43), s(-14, -11), s( -1,  -7), s( -1,   4), s(  4,  15), s(  9,  26), s( 12,  25), s( 15,  26),
        s( 17,  29), s( 19,  30), s( 21,  28), s( 26,  22), s( 24,  22), s( 10,  26),
    ];

    /// Rooks by the number of squares that they can go to, 0 to 14.
    rook_mobility: [Pair; 15] = [
        s(-42, -51), s(-15, -27), s( -5, -11), s( -5,   5), s( -6,  15), s( -4,  24), s( -4,  30), s( -4,  35),
        s(  2,  35), s(  6,  39), s(  4,  44), s(  8,  48), s( 15,  47), s( 17,  51), s( 42,  44),
    ];

    /// Queens by the number of squares that they can go to, 0 to 27.
    queen_mobility: [Pair; 28] = [
        s(-20, -44), s(  0, -39), s(  2, -27), s(  5, -23), s(  4, -12), s(  5,  -7), s(  7,   3), s(  9,   5),
        s(  9,  16), s( 11,  14), s( 10,  32), s( 10,  33), s( 10,  33), s( 11,  37), s(  9,  42), s( 10,  41),
        s( 10,  45), s( 15,  39), s( 18,  37), s( 20,  36), s( 23,  36), s( 19,  33), s( 19,  38), s( 22,  33),
        s( 21,  36), s( 20,  36), s( 19,  37), s( 20,  36),
    ];

    /// Each of the four squares in the centre that a pawn or a minor piece attacks.
    centre_control: Pair = s(2, 2);

    /// Two bishops or more.
    bishop_pair: Pair = s(18, 54);

    /// A bishop, by each own pawn on squares of its colour.
    bad_bishop: Pair = s(-2, -3);

    /// The same, by each such pawn on the files c to f that is blocked.
    bad_bishop_blocked: Pair = s(-2, -12);

    /// A bishop that sees two squares of the centre past the pieces.
    long_diagonal: Pair = s(11, 14);

    /// A knight that own pawns protect and enemy pawns can never attack.
    knight_outpost: Pair = s(20, 12);

    /// A knight that attacks such a square.
    knight_outpost_reach: Pair = s(12, 14);

    /// A bishop on such a square.
    bishop_outpost: Pair = s(30, -3);

    /// A knight or bishop with a pawn of either colour before it.
    minor_behind_pawn: Pair = s(3, 13);

    /// A rook on a file without pawns.
    rook_open_file: Pair = s(30, -1);

    /// A rook on a file without own pawns.
    rook_half_open_file: Pair = s(19, -3);

    /// A rook on the seventh rank with enemy pawns on it or the enemy king behind.
    rook_on_seventh: Pair = s(2, 5);

    /// A rook behind an own passed pawn.
    rook_behind_own_passer: Pair = s(6, 15);

    /// A rook behind an enemy passed pawn.
    rook_behind_enemy_passer: Pair = s(10, 36);

    /// A rook shut in by its own king; twice if the king may no longer castle.
    rook_trapped: Pair = s(-8, -8);

    /// A pawn without own pawns on the neighbouring files.
    isolated: Pair = s(-5, -12);

    /// A pawn left behind by its neighbours, which cannot step forward safely.
    backward: Pair = s(-2, -14);

    /// An isolated or backward pawn with no enemy pawn before it.
    weak_unopposed: Pair = s(-8, -6);

    /// A pawn behind another of the same file.
    doubled: Pair = s(-10, -11);

    /// A pawn with an own pawn beside it, by rank from the second.
    phalanx: [Pair; 6] = [
        s(  3,   0), s(  5,   0), s(  8,  10), s( 16,  27), s( 45,  45), s( 63,  90),
    ];

    /// A pawn protected by an own pawn, by rank from the third.
    supported: [Pair; 5] = [
        s( 10,   6), s( 11,   7), s( 13,   9), s( 38,  39), s( 50,   5),
    ];

    /// A pawn that attacks an enemy pawn, by rank from the second.
    lever: [Pair; 5] = [
        s( -6, -11), s(  2,  -2), s(  6,  12), s(  9,  17), s( 26,  29),
    ];

    /// A pawn that may become a passed pawn: the way is free and the neighbours outnumber
    /// the enemy pawns beside it; by rank from the second.
    candidate: [Pair; 5] = [
        s(  0,   3), s(  1,   8), s(  6,  15), s(  3,  30), s(  7,  48),
    ];

    /// A passed pawn by rank from the second.
    passed: [Pair; 6] = [
        s( -5,  30), s( -1,  46), s(-32,  70), s( 41,  63), s( 76,  74), s( 98, 125),
    ];

    /// A passed pawn protected by an own pawn, by rank from the third.
    passed_protected: [Pair; 5] = [
        s(  1,  -6), s(  5,  -8), s(  9,  16), s(-10,  11), s( 34, -15),
    ];

    /// A passed pawn with another on a neighbouring file, at most one rank off; by rank from the
    /// second.
    passed_connected: [Pair; 6] = [
        s(  2,  -7), s( -2,   5), s(-10,   2), s( -3,  12), s( 24,  14), s( 51,  41),
    ];

    /// A passed pawn by each step from the own king to the square before it, at most 5; by rank
    /// from the second.
    passed_own_king: [Pair; 6] = [
        s( -3,  -3), s(  1, -11), s(  7, -18), s( -1, -21), s(-13, -17), s(-10, -26),
    ];

    /// A passed pawn by each step from the enemy king to the square before it, at most 5; by rank
    /// from the second.
    passed_enemy_king: [Pair; 6] = [
        s(  2,  -1), s( -2,   2), s(  2,  11), s( -9,  26), s(  7,  34), s(  8,  41),
    ];

    /// A passed pawn with an enemy man before it, by rank from the second.
    passed_blocked: [Pair; 6] = [
        s(  1,  -5), s( -2,  13), s(  8,  -9), s(  8,   5), s(-14,   2), s(-47, -28),
    ];

    /// A passed pawn that can safely take its next step, by rank from the second.
    passed_safe_step: [Pair; 6] = [
        s( -6,  14), s( -1,   7), s(  7,   7), s( 14,  17), s( 33,  32), s( 36,  67),
    ];

    /// A passed pawn with no man and no enemy attack on its whole path, by rank from the second.
    passed_free_path: [Pair; 6] = [
        s(-22,  19), s(-19,  20), s(-26,  24), s(  2,  30), s( 24,  49), s( 25,  68),
    ];

    /// A passed pawn that a bare enemy king cannot catch.
    passed_unstoppable: Pair = s(58, 385);

    /// An attack of a pawn on a knight, bishop, rook, queen.
    threat_by_pawn: [Pair; 4] = [
        s( 53,  27), s( 43,  45), s( 49,  20), s( 38,  11),
    ];

    /// An attack of a minor piece on an ill-protected pawn, and on a knight, bishop, rook, queen.
    threat_by_minor: [Pair; 5] = [
        s(  0,  17), s( 13,  38), s( 20,   8), s( 49,  10), s( 33,  24),
    ];

    /// An attack of a rook on an ill-protected pawn, knight, bishop, and on a queen.
    threat_by_rook: [Pair; 4] = [
        s(  3,  18), s( 16,  31), s( 23,  27), s( 49,  26),
    ];

    /// An attack of the king on an ill-protected man.
    threat_by_king: Pair = s(3, 23);

    /// An enemy man that is attacked and not protected.
    hanging: Pair = s(13, 20);

    /// An attack on a piece that a pawn can make by a safe step.
    threat_by_push: Pair = s(15, 10);

    /// The own pawn before the king on one of three files: by the distance of the file from the
    /// edge, then by the pawn's rank from the second; the first of a row without a pawn.
    shelter: [[Pair; 7]; 4] = [
        [
            s(-18,   5), s( 18, -22), s( 16, -11), s( 11,  -5), s( -3,  13), s( -4,   1), s( 10,   6),
        ],
        [
            s(-23,   1), s( 19,  -3), s( 20,  -8), s( -4,   5), s( -6,   4), s(  6,  10), s(  5,  22),
        ],
        [
            s(-14,  -1), s( 20,   0), s(  4,  -1), s( -3,   3), s(-10,  -6), s(  2, -13), s( -2,  18),
        ],
        [
            s(-18,  -1), s(  0,  -2), s(  1,   7), s(-11,   2), s( -4, -10), s( -9, -16), s(  8,  -1),
        ],
    ];

    /// The enemy pawn that storms on such a file and that no own pawn blocks, in the same order.
    storm: [[Pair; 7]; 4] = [
        [
            s(  4,  -9), s( -3,  18), s(-36,  12), s(-10,   9), s(  5,   1), s(  0,  -3), s(  2,  -2),
        ],
        [
            s( -5,  -2), s( -8,  20), s( -6,  29), s(-15,  15), s( -6,  19), s( -1,   4), s( -1,  -2),
        ],
        [
            s(-13,  -3), s(-10, -17), s(-34,  35), s(-18,   9), s(-15,   6), s( -4,  -1), s( -5,   1),
        ],
        [
            s( -2,  -8), s( -8, -16), s( -4,  -5), s(  2,  -3), s( -6,  -5), s( 11, -19), s( -1, -12),
        ],
    ];

    /// The enemy pawn that an own pawn blocks, by rank from the third.
    storm_blocked: [Pair; 5] = [
        s( -5, -18), s(  8, -17), s(  3, -16), s(  8, -17), s(-13, -20),
    ];

    /// More for any enemy pawn when the kings stand on opposite wings: by its rank from the second;
    /// the first without a pawn.
    storm_opposite: [Pair; 7] = [
        s(-13,   2), s(-14,  -2), s(  3, -21), s(  7,  -3), s(-10,   6), s( -4,   6), s( -1,   7),
    ];

    /// The danger that the attack is to the enemy king, by units from 0 to 50.
    king_danger: [Pair; 51] = [
        s( -6,  -9), s( -4,  -1), s(  3, -12), s( -9,   4), s(  1,  -1), s( -3,   3), s(  3,   1), s(  4,   9),
        s(  1,  14), s(  1,  16), s( 10,   7), s( 13,  20), s( 11,  13), s( 22,  19), s( 29,  15), s( 27,  25),
        s( 41,  17), s( 47,  22), s( 54,  28), s( 47,  25), s( 63,  30), s( 60,  31), s( 74,  21), s( 90,  23),
        s(110,  32), s(122,  25), s(140,  29), s(145,  34), s(157,  34), s(173,  35), s(198,  39), s(205,  37),
        s(224,  43), s(252,  49), s(269,  52), s(301,  60), s(322,  62), s(356,  71), s(386,  77), s(418,  83),
        s(455,  91), s(494,  99), s(534, 107), s(580, 116), s(628, 126), s(680, 136), s(736, 147), s(797, 159),
        s(863, 173), s(933, 187), s(1010, 202),
    ];

    /// Each safe square behind or between the own pawns on the files c to f; twice behind a pawn.
    space: Pair = s(-1, 6);

    /// To be on move.
    tempo: Pair = s(13, 10);
}
