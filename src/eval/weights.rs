//! The weights of the evaluation: centipawns in the middlegame and in the endgame.
//!
//! All of our own making. Ranks and squares are those of White; Black's are mirrored.
//! [`Weights::source`] writes this file.

use super::layout::weights;
use super::pair::{Pair, s};

weights! {
    /// What a man of each type is worth, from the pawn to the queen.
    material: [Pair; 5] = [
        s( 82, 104), s(332, 304), s(348, 314), s(480, 530), s(990, 964),
    ];

    /// Pawns, from a8 to h1: the centre goes forward, the pawns before a castled king stay.
    pawn_squares: [Pair; 64] = [
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
        s( 20,  30), s( 26,  28), s( 30,  26), s( 38,  24), s( 38,  24), s( 30,  26), s( 26,  28), s( 20,  30),
        s( 12,  20), s( 18,  18), s( 22,  16), s( 30,  14), s( 30,  14), s( 22,  16), s( 18,  18), s( 12,  20),
        s(  4,  10), s( 10,   8), s( 14,   6), s( 22,   4), s( 22,   4), s( 14,   6), s( 10,   8), s(  4,  10),
        s( -4,   6), s(  2,   4), s(  6,   2), s( 22,   0), s( 22,   0), s(  6,   2), s(  2,   4), s( -4,   6),
        s(-10,   4), s( -4,   2), s(  0,   0), s(  8,  -2), s(  8,  -2), s(  0,   0), s( -4,   2), s(-10,   4),
        s(-12,   2), s( -6,   0), s( -2,  -2), s( -8,  -4), s( -8,  -4), s(  6,  -2), s(  2,   0), s( -4,   2),
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
    ];

    /// Knights, from a8 to h1: they stand in the centre and hate the edge.
    knight_squares: [Pair; 64] = [
        s(-35, -25), s(-27, -18), s(-18, -11), s(-10,  -4), s(-10,  -4), s(-18, -11), s(-27, -18), s(-35, -25),
        s(-20, -18), s(-11, -11), s( -3,  -4), s(  6,   3), s(  6,   3), s( -3,  -4), s(-11, -11), s(-20, -18),
        s( -4, -11), s(  4,  -4), s( 13,   3), s( 21,  10), s( 21,  10), s( 13,   3), s(  4,  -4), s( -4, -11),
        s(  3,  -4), s( 11,   3), s( 20,  10), s( 28,  17), s( 28,  17), s( 20,  10), s( 11,   3), s(  3,  -4),
        s(  0,  -4), s(  8,   3), s( 17,  10), s( 25,  17), s( 25,  17), s( 17,  10), s(  8,   3), s(  0,  -4),
        s(-10, -11), s( -1,  -4), s(  7,   3), s( 15,  10), s( 15,  10), s(  7,   3), s( -1,  -4), s(-10, -11),
        s(-21, -18), s(-13, -11), s( -4,  -4), s(  4,   3), s(  4,   3), s( -4,  -4), s(-13, -11), s(-21, -18),
        s(-35, -25), s(-22, -18), s(-18, -11), s(-10,  -4), s(-10,  -4), s(-18, -11), s(-22, -18), s(-35, -25),
    ];

    /// Bishops, from a8 to h1: in the centre, on long diagonals and in the fianchetto.
    bishop_squares: [Pair; 64] = [
        s( -6,  -8), s( -6,  -6), s( -3,  -3), s(  1,   0), s(  1,   0), s( -3,  -3), s( -6,  -6), s( -6,  -8),
        s( -6,  -6), s(  1,  -3), s(  1,   0), s(  4,   3), s(  4,   3), s(  1,   0), s(  1,  -3), s( -6,  -6),
        s( -3,  -3), s(  1,   0), s(  8,   3), s(  8,   6), s(  8,   6), s(  8,   3), s(  1,   0), s( -3,  -3),
        s(  1,   0), s(  4,   3), s(  8,   6), s( 15,   8), s( 15,   8), s(  8,   6), s(  4,   3), s(  1,   0),
        s(  1,   0), s(  4,   3), s(  8,   6), s( 15,   8), s( 15,   8), s(  8,   6), s(  4,   3), s(  1,   0),
        s( -3,  -3), s(  1,   0), s(  8,   3), s(  8,   6), s(  8,   6), s(  8,   3), s(  1,   0), s( -3,  -3),
        s( -6,  -6), s(  8,  -3), s(  1,   0), s(  4,   3), s(  4,   3), s(  1,   0), s(  8,  -3), s( -6,  -6),
        s(-10,  -8), s(-10,  -6), s( -7,  -3), s( -4,   0), s( -4,   0), s( -7,  -3), s(-10,  -6), s(-10,  -8),
    ];

    /// Rooks, from a8 to h1: on central files and far up.
    rook_squares: [Pair; 64] = [
        s(  1,   4), s(  3,   4), s(  5,   4), s(  8,   4), s(  8,   4), s(  5,   4), s(  3,   4), s(  1,   4),
        s(  6,   5), s(  8,   5), s( 10,   5), s( 13,   5), s( 13,   5), s( 10,   5), s(  8,   5), s(  6,   5),
        s(  0,   4), s(  2,   4), s(  4,   4), s(  7,   4), s(  7,   4), s(  4,   4), s(  2,   4), s(  0,   4),
        s( -4,   2), s( -2,   3), s(  1,   3), s(  3,   2), s(  3,   2), s(  1,   3), s( -2,   3), s( -4,   2),
        s( -6,   0), s( -4,   1), s( -2,   1), s(  1,   0), s(  1,   0), s( -2,   1), s( -4,   1), s( -6,   0),
        s( -7,  -1), s( -5,  -1), s( -3,  -1), s( -1,  -1), s( -1,  -1), s( -3,  -1), s( -5,  -1), s( -7,  -1),
        s( -7,  -2), s( -5,  -2), s( -3,  -2), s( -1,  -2), s( -1,  -2), s( -3,  -2), s( -5,  -2), s( -7,  -2),
        s( -5,  -2), s( -3,  -2), s( -1,  -2), s(  2,  -2), s(  2,  -2), s( -1,  -2), s( -3,  -2), s( -5,  -2),
    ];

    /// Queens, from a8 to h1: they come to the centre late.
    queen_squares: [Pair; 64] = [
        s( -5, -18), s( -3, -13), s( -2,  -7), s(  0,  -1), s(  0,  -1), s( -2,  -7), s( -3, -13), s( -5, -18),
        s( -2, -11), s(  0,  -6), s(  2,   0), s(  3,   6), s(  3,   6), s(  2,   0), s(  0,  -6), s( -2, -11),
        s(  0,  -4), s(  2,   1), s(  3,   7), s(  5,  13), s(  5,  13), s(  3,   7), s(  2,   1), s(  0,  -4),
        s(  0,   1), s(  2,   7), s(  3,  13), s(  5,  18), s(  5,  18), s(  3,  13), s(  2,   7), s(  0,   1),
        s(  0,   0), s(  2,   6), s(  3,  11), s(  5,  17), s(  5,  17), s(  3,  11), s(  2,   6), s(  0,   0),
        s(  0,  -7), s(  2,  -1), s(  3,   4), s(  5,  10), s(  5,  10), s(  3,   4), s(  2,  -1), s(  0,  -7),
        s( -2, -14), s(  0,  -8), s(  2,  -3), s(  3,   3), s(  3,   3), s(  2,  -3), s(  0,  -8), s( -2, -14),
        s( -5, -22), s( -3, -17), s( -2, -11), s(  0,  -6), s(  0,  -6), s( -2, -11), s( -3, -17), s( -5, -22),
    ];

    /// Kings, from a8 to h1: hidden behind pawns, in the centre in the endgame.
    king_squares: [Pair; 64] = [
        s(-40, -52), s(-35, -38), s(-53, -24), s(-61, -10), s(-61, -10), s(-53, -24), s(-35, -38), s(-40, -52),
        s(-38, -30), s(-34, -16), s(-51,  -2), s(-59,  12), s(-59,  12), s(-51,  -2), s(-34, -16), s(-38, -30),
        s(-37, -10), s(-32,   4), s(-50,  18), s(-58,  32), s(-58,  32), s(-50,  18), s(-32,   4), s(-37, -10),
        s(-32,   4), s(-27,  18), s(-45,  32), s(-53,  46), s(-53,  46), s(-45,  32), s(-27,  18), s(-32,   4),
        s(-22,   2), s(-18,  16), s(-35,  30), s(-43,  44), s(-43,  44), s(-35,  30), s(-18,  16), s(-22,   2),
        s( -8, -16), s( -3,  -2), s(-21,  12), s(-29,  26), s(-29,  26), s(-21,  12), s( -3,  -2), s( -8, -16),
        s( 13, -34), s( 18, -20), s(  0,  -6), s( -8,   8), s( -8,   8), s(  0,  -6), s( 18, -20), s( 13, -34),
        s( 27, -54), s( 32, -40), s( 19, -26), s(  6, -12), s(  6, -12), s( 14, -26), s( 37, -40), s( 27, -54),
    ];

    /// Knights by the number of squares that they can go to, 0 to 8.
    knight_mobility: [Pair; 9] = [
        s(-40, -50), s(-24, -30), s(-10, -14), s( -2,  -4), s(  4,   4), s(  9,  10), s( 13,  14), s( 17,  16),
        s( 20,  16),
    ];

    /// Bishops by the number of squares that they can go to, 0 to 13.
    bishop_mobility: [Pair; 14] = [
        s(-36, -44), s(-20, -26), s( -8, -12), s(  0,  -4), s(  6,   3), s( 11,   9), s( 15,  14), s( 19,  18),
        s( 22,  21), s( 24,  23), s( 26,  24), s( 28,  25), s( 32,  25), s( 36,  26),
    ];

    /// Rooks by the number of squares that they can go to, 0 to 14.
    rook_mobility: [Pair; 15] = [
        s(-30, -50), s(-20, -28), s(-12, -14), s( -7,  -4), s( -3,   4), s(  0,  11), s(  3,  17), s(  6,  22),
        s(  9,  27), s( 12,  31), s( 15,  34), s( 18,  37), s( 20,  39), s( 22,  40), s( 24,  40),
    ];

    /// Queens by the number of squares that they can go to, 0 to 27.
    queen_mobility: [Pair; 28] = [
        s(-20, -44), s(-15, -34), s(-11, -25), s( -7, -18), s( -3, -11), s(  0,  -5), s(  2,   0), s(  4,   5),
        s(  7,   9), s(  8,  13), s( 10,  16), s( 11,  19), s( 13,  21), s( 14,  23), s( 15,  25), s( 16,  27),
        s( 16,  29), s( 17,  30), s( 18,  31), s( 18,  32), s( 19,  33), s( 19,  34), s( 19,  35), s( 20,  35),
        s( 20,  36), s( 20,  36), s( 20,  37), s( 21,  37),
    ];

    /// Each of the four squares in the centre that a pawn or a minor piece attacks.
    centre_control: Pair = s(4, 1);

    /// Two bishops or more.
    bishop_pair: Pair = s(28, 48);

    /// A bishop, by each own pawn on squares of its colour.
    bad_bishop: Pair = s(-2, -4);

    /// The same, by each such pawn on the files c to f that is blocked.
    bad_bishop_blocked: Pair = s(-4, -5);

    /// A bishop that sees two squares of the centre past the pieces.
    long_diagonal: Pair = s(16, 4);

    /// A knight that own pawns protect and enemy pawns can never attack.
    knight_outpost: Pair = s(26, 16);

    /// A knight that attacks such a square.
    knight_outpost_reach: Pair = s(10, 6);

    /// A bishop on such a square.
    bishop_outpost: Pair = s(14, 8);

    /// A knight or bishop with a pawn of either colour before it.
    minor_behind_pawn: Pair = s(6, 2);

    /// A rook on a file without pawns.
    rook_open_file: Pair = s(30, 10);

    /// A rook on a file without own pawns.
    rook_half_open_file: Pair = s(14, 8);

    /// A rook on the seventh rank with enemy pawns on it or the enemy king behind.
    rook_on_seventh: Pair = s(8, 20);

    /// A rook behind an own passed pawn.
    rook_behind_own_passer: Pair = s(4, 16);

    /// A rook behind an enemy passed pawn.
    rook_behind_enemy_passer: Pair = s(2, 14);

    /// A rook shut in by its own king; twice if the king may no longer castle.
    rook_trapped: Pair = s(-24, -5);

    /// A pawn without own pawns on the neighbouring files.
    isolated: Pair = s(-9, -12);

    /// A pawn left behind by its neighbours, which cannot step forward safely.
    backward: Pair = s(-7, -10);

    /// An isolated or backward pawn with no enemy pawn before it.
    weak_unopposed: Pair = s(-8, -8);

    /// A pawn behind another of the same file.
    doubled: Pair = s(-8, -20);

    /// A pawn with an own pawn beside it, by rank from the second.
    phalanx: [Pair; 6] = [
        s(  4,   0), s(  8,   4), s( 12,  10), s( 22,  26), s( 40,  56), s( 60,  80),
    ];

    /// A pawn protected by an own pawn, by rank from the third.
    supported: [Pair; 5] = [
        s( 10,   6), s(  8,   8), s( 12,  12), s( 26,  30), s( 46,  56),
    ];

    /// A pawn that attacks an enemy pawn, by rank from the second.
    lever: [Pair; 5] = [
        s(  0,   0), s(  2,   0), s(  4,   2), s( 12,  12), s( 16,  18),
    ];

    /// A pawn that may become a passed pawn: the way is free and the neighbours outnumber
    /// the enemy pawns beside it; by rank from the second.
    candidate: [Pair; 5] = [
        s(  2,   4), s(  4,   8), s(  8,  14), s( 16,  28), s( 30,  50),
    ];

    /// A passed pawn by rank from the second.
    passed: [Pair; 6] = [
        s(  2,   6), s(  4,  10), s(  8,  22), s( 20,  42), s( 46,  76), s( 80, 120),
    ];

    /// A passed pawn protected by an own pawn, by rank from the third.
    passed_protected: [Pair; 5] = [
        s(  4,   4), s(  6,   8), s( 12,  16), s( 22,  26), s( 30,  36),
    ];

    /// A passed pawn with another on a neighbouring file, at most one rank off; by rank from the
    /// second.
    passed_connected: [Pair; 6] = [
        s(  0,   4), s(  2,   8), s(  6,  14), s( 14,  26), s( 28,  50), s( 46,  74),
    ];

    /// A passed pawn by each step from the own king to the square before it, at most 5; by rank
    /// from the second.
    passed_own_king: [Pair; 6] = [
        s(  0,  -1), s(  0,  -2), s(  0,  -5), s( -1,  -8), s( -1, -10), s( -1, -11),
    ];

    /// A passed pawn by each step from the enemy king to the square before it, at most 5; by rank
    /// from the second.
    passed_enemy_king: [Pair; 6] = [
        s(  0,   1), s(  0,   3), s(  0,   7), s(  1,  12), s(  2,  16), s(  2,  17),
    ];

    /// A passed pawn with an enemy man before it, by rank from the second.
    passed_blocked: [Pair; 6] = [
        s(  0,  -2), s( -2,  -6), s( -4, -12), s(-10, -22), s(-20, -40), s(-36, -60),
    ];

    /// A passed pawn that can safely take its next step, by rank from the second.
    passed_safe_step: [Pair; 6] = [
        s(  0,   1), s(  0,   2), s(  1,   6), s(  4,  12), s(  8,  22), s( 14,  34),
    ];

    /// A passed pawn with no man and no enemy attack on its whole path, by rank from the second.
    passed_free_path: [Pair; 6] = [
        s(  0,   2), s(  0,   3), s(  1,   8), s(  4,  16), s( 10,  34), s( 16,  50),
    ];

    /// A passed pawn that a bare enemy king cannot catch.
    passed_unstoppable: Pair = s(60, 420);

    /// An attack of a pawn on a knight, bishop, rook, queen.
    threat_by_pawn: [Pair; 4] = [
        s( 50,  30), s( 52,  40), s( 70,  30), s( 64,  24),
    ];

    /// An attack of a minor piece on an ill-protected pawn, and on a knight, bishop, rook, queen.
    threat_by_minor: [Pair; 5] = [
        s(  4,  12), s( 20,  22), s( 26,  24), s( 44,  38), s( 42,  44),
    ];

    /// An attack of a rook on an ill-protected pawn, knight, bishop, and on a queen.
    threat_by_rook: [Pair; 4] = [
        s(  2,  14), s( 18,  22), s( 22,  24), s( 40,  36),
    ];

    /// An attack of the king on an ill-protected man.
    threat_by_king: Pair = s(10, 24);

    /// An enemy man that is attacked and not protected.
    hanging: Pair = s(18, 14);

    /// An attack on a piece that a pawn can make by a safe step.
    threat_by_push: Pair = s(14, 10);

    /// The own pawn before the king on one of three files: by the distance of the file from the
    /// edge, then by the pawn's rank from the second; the first of a row without a pawn.
    shelter: [[Pair; 7]; 4] = [
        [
            s(-12,   2), s( 16,   0), s( 14,   0), s(  2,   0), s( -2,   0), s( -4,   0), s( -4,   0),
        ],
        [
            s(-30,   0), s( 26,  -2), s( 14,   0), s( -6,   0), s( -8,   0), s( -8,   0), s( -8,   0),
        ],
        [
            s(-18,   0), s( 18,  -2), s(  6,   0), s(  0,   0), s( -4,   0), s( -4,   0), s( -4,   0),
        ],
        [
            s(-12,   0), s( 10,  -2), s(  4,   0), s(  0,   0), s( -2,   0), s( -2,   0), s( -2,   0),
        ],
    ];

    /// The enemy pawn that storms on such a file and that no own pawn blocks, in the same order.
    storm: [[Pair; 7]; 4] = [
        [
            s(  0,   0), s( -8,   0), s(-22,  -4), s(-14,  -2), s( -6,   0), s(  0,   0), s(  2,   0),
        ],
        [
            s(  0,   0), s(-10,   0), s(-26,  -4), s(-16,  -2), s( -6,   0), s(  0,   0), s(  2,   0),
        ],
        [
            s(  0,   0), s( -8,   0), s(-20,  -4), s(-12,  -2), s( -4,   0), s(  0,   0), s(  2,   0),
        ],
        [
            s(  0,   0), s( -6,   0), s(-16,  -4), s(-10,  -2), s( -4,   0), s(  0,   0), s(  2,   0),
        ],
    ];

    /// The enemy pawn that an own pawn blocks, by rank from the third.
    storm_blocked: [Pair; 5] = [
        s(-12,  -4), s( -2,  -2), s(  0,   0), s(  0,   0), s(  0,   0),
    ];

    /// More for any enemy pawn when the kings stand on opposite wings: by its rank from the second;
    /// the first without a pawn.
    storm_opposite: [Pair; 7] = [
        s(  0,   0), s( -6,   0), s(-14,   0), s(-12,   0), s( -6,   0), s(  0,   0), s(  2,   0),
    ];

    /// The danger that the attack is to the enemy king, by units from 0 to 50.
    king_danger: [Pair; 51] = [
        s(  0,   0), s(  2,   0), s(  4,   1), s(  6,   1), s(  8,   2), s( 10,   2), s( 13,   3), s( 16,   3),
        s( 19,   4), s( 22,   4), s( 25,   5), s( 29,   6), s( 33,   7), s( 38,   8), s( 43,   9), s( 48,  10),
        s( 53,  11), s( 59,  12), s( 66,  13), s( 73,  15), s( 81,  16), s( 89,  18), s( 98,  20), s(107,  21),
        s(118,  24), s(129,  26), s(141,  28), s(154,  31), s(168,  34), s(183,  37), s(199,  40), s(217,  43),
        s(236,  47), s(257,  51), s(279,  56), s(303,  61), s(329,  66), s(357,  71), s(388,  78), s(421,  84),
        s(456,  91), s(494,  99), s(535, 107), s(580, 116), s(628, 126), s(680, 136), s(736, 147), s(797, 159),
        s(863, 173), s(933, 187), s(1010, 202),
    ];

    /// Each safe square behind or between the own pawns on the files c to f; twice behind a pawn.
    space: Pair = s(2, 0);

    /// To be on move.
    tempo: Pair = s(16, 10);
}
