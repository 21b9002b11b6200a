//! The weights of the evaluation: centipawns in the middlegame and in the endgame.
//!
//! All of our own making. Ranks and squares are those of White; Black's are mirrored.
//! [`Weights::source`] writes this file.

use super::layout::weights;
use super::pair::{Pair, s};

weights! {
    /// What a man of each type is worth, from the pawn to the queen.
    material: [Pair; 5] = [
        s( 77, 103), s(320, 344), s(336, 360), s(440, 609), s(1030, 1033),
    ];

    /// Pawns, from a8 to h1: the centre goes forward, the pawns before a castled king stay.
    pawn_squares: [Pair; 64] = [
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
        s( 35,  25), s( 26,  36), s( 25,  41), s( 43,  30), s( 47,  37), s( 21,  25), s( 29,  24), s(  9,  10),
        s( 30,  18), s( -7,  14), s( 13,   7), s( 25,   0), s( 35,  -1), s( 21,  35), s( 14,   5), s(  4,  11),
        s(  5,  19), s(  5,   6), s( 18,  -7), s( 31, -20), s( 20,  -9), s( 12,   4), s( 15,   0), s( -2,   8),
        s( -5,  16), s( -7,   9), s(  4,  -6), s( 14,  -7), s( 22, -23), s( -3,   7), s(  0,  -2), s( -7,   8),
        s( -1,   6), s( -8,   4), s(  1,   4), s(  2,  -4), s( 14,  -5), s(  0,  -1), s(  6,  -6), s(-12,   9),
        s(-10,  20), s(  4,  11), s( -5,  19), s( -4,  14), s( -8,  12), s(  2,   7), s( 19,   3), s(-10,   9),
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
    ];

    /// Knights, from a8 to h1: they stand in the centre and hate the edge.
    knight_squares: [Pair; 64] = [
        s(-59, -39), s(-23,  -9), s(-20, -15), s(-12,  -6), s(-10,  -5), s(-20, -11), s(-27, -15), s(-41, -29),
        s(-25, -15), s( -6,  -6), s( -8,   1), s(  8,   3), s(  4,  -6), s(  1,  -7), s(-15,   4), s(-25, -15),
        s(-12, -17), s(  5,  -7), s( 23,   3), s( 29,  10), s( 25,  -2), s( 21,  -1), s(  4,  -7), s(  5,  -5),
        s( 20,   1), s( 15,  17), s( 13,   9), s( 28,  16), s( 26,  19), s(  7,  17), s( 20,  -1), s( 15,   3),
        s( -2,   2), s(  7,  -2), s( 18,   9), s( 15,  15), s( 26,  21), s( 24,   1), s( 28,   8), s(  0,   5),
        s(-14,  -6), s( -8, -12), s( -4,   5), s( -8,  11), s(  1,  19), s(  4,   0), s(  4,   6), s(-12, -17),
        s(-17, -14), s( -4,  -9), s( -2, -12), s(-10,  19), s(  0,  -5), s(  1, -21), s(-12,  -7), s( -2, -11),
        s(-28, -19), s(-21,  -8), s(-17,  -3), s( -8,  -1), s(-15,  -6), s(-12, -10), s(-23,  -6), s(-33, -31),
    ];

    /// Bishops, from a8 to h1: in the centre, on long diagonals and in the fianchetto.
    bishop_squares: [Pair; 64] = [
        s(-13,  -2), s( -6,  -5), s( -1,   9), s( -4,  -4), s(  1,   7), s( -8,  -8), s( -7,   7), s(-16, -19),
        s(  3,   7), s(  2,  -4), s( -5,   9), s(  2,   3), s(  9,   6), s(  9,   5), s(  3,  -9), s( -4,  -4),
        s( -5,  10), s( -8,   5), s( 10,   8), s( 12,  14), s( 13,  13), s(  6,  -2), s(  5,   0), s( 11,  -7),
        s(  7,   5), s(  0,  14), s( 18,  -1), s( 35,   9), s( 21,   0), s( 15,   5), s( 16,  12), s(  6,   4),
        s(-27,  -4), s( -3,   1), s( 11,   4), s( 11,   6), s( 19,   9), s(  6,  20), s(  1,  23), s( -2,   0),
        s(  3,   4), s( -6,   1), s(  4,  -4), s(  1,  10), s(  9,   7), s( 13,  -5), s( -5,   1), s(  6,  14),
        s(  6,   4), s(  3, -14), s(-12,  -2), s( -3,   4), s( -1,  -4), s(  9, -10), s(  8, -12), s(-19, -19),
        s( 10, -26), s(  1,   2), s( -9,  -2), s(-29,  10), s( -3,  10), s(-19,  -3), s(-25, -19), s( -8,   1),
    ];

    /// Rooks, from a8 to h1: on central files and far up.
    rook_squares: [Pair; 64] = [
        s( 28,  13), s(  2,  25), s(  8,   7), s( 16,  13), s(  5,  10), s(  9,  13), s(  6,  26), s(  9,   5),
        s( 13,   4), s(  6,   9), s( 21,   3), s( 14,   1), s(  8,  13), s(  5,  13), s(  1,   6), s( 12,  -2),
        s( 13,   8), s(  3,   0), s(  7,   5), s( 18,   4), s( 18,   4), s( 14,   2), s( 10,   9), s(-17,   9),
        s( -7,  12), s(  4,  19), s(  3,  -4), s( -9,   8), s(  6,   9), s( 13,  -4), s( -3,  14), s(-18,  19),
        s(-11,  12), s(-15,  10), s(  2,   6), s( -1,   1), s(-13,  -4), s( 12,  -1), s(  3,   7), s( -7,   0),
        s(-17,   3), s(-12,  -6), s(-25,   3), s(-18,  -3), s(  1, -10), s(-11,  -2), s( -7, -13), s( -9,  -5),
        s(-29,  -7), s( -4,  -6), s(  8, -23), s( -3, -10), s(  6,  -5), s( -7,   5), s(-17,   4), s(-33,  -8),
        s(-12,   4), s( -6,   1), s( -6,  -2), s(  4,  -6), s(  4,  -6), s(  1,   5), s(  0,  -4), s( -1,  -7),
    ];

    /// Queens, from a8 to h1: they come to the centre late.
    queen_squares: [Pair; 64] = [
        s( 10,  -7), s(  6,  -9), s( -1,  -5), s(  1,   3), s(  1,   0), s(  4,   1), s( -3, -11), s( -7, -13),
        s( -4,   0), s(-10,   4), s(  8,  13), s(  1,   9), s(  5,  11), s(  6,   2), s(  2,  -2), s(  9,   0),
        s( -3,  -3), s(  6,   7), s(  2,  10), s( -2,   8), s( 19,  21), s( 11,  15), s(  9,   1), s(  5,  -2),
        s(  0,   7), s(  0,   4), s(  8,  11), s( -5,  19), s(  5,  26), s(  4,  22), s(  3,  11), s(  9,   6),
        s( -3,   6), s( -1,  10), s( -2,   7), s( -1,  42), s(  5,  27), s(  6,  12), s( 18,  11), s( -7,   4),
        s(  3, -15), s(  3,  14), s(  6,  -5), s( -3,  15), s( -8,  10), s(  7,  13), s( -3,   4), s( -7, -10),
        s( -5, -21), s(  7,  -5), s( 12, -30), s(  5, -14), s(  5, -10), s(  1, -18), s( -7,  -8), s( -8, -15),
        s(  3, -21), s( -3, -20), s(  6, -13), s(  1, -30), s(-13, -18), s(-16, -20), s( -9, -18), s(  4, -20),
    ];

    /// Kings, from a8 to h1: hidden behind pawns, in the centre in the endgame.
    king_squares: [Pair; 64] = [
        s(-41, -54), s(-34, -36), s(-52, -21), s(-61,  -9), s(-57,   0), s(-50, -16), s(-31, -32), s(-40, -57),
        s(-37, -33), s(-30,  -4), s(-48,   6), s(-58,  18), s(-54,  30), s(-43,  16), s(-26,   6), s(-36, -26),
        s(-38,  -9), s(-29,  15), s(-48,  26), s(-63,  38), s(-60,  39), s(-43,  34), s(-25,  28), s(-30,   2),
        s(-36,  -4), s(-28,  -1), s(-55,  27), s(-62,  33), s(-60,  44), s(-50,  35), s(-28,  15), s(-28,   8),
        s(-21,  -8), s(-20,  -4), s(-36,  11), s(-58,  27), s(-45,  40), s(-38,  31), s( -8,   7), s(-14,  -5),
        s(-11, -22), s(  6, -18), s(-15,   3), s(-32,  17), s(-29,  18), s(-13,  10), s( -2,  -1), s(  1, -20),
        s( 37, -40), s( -1, -23), s(-11,  -7), s(-14,  10), s(-13,  11), s(  0,  -6), s( 20, -17), s( 14, -27),
        s( 12, -46), s( 27, -44), s( 33, -21), s(  4,  -8), s( 23, -26), s( -4, -25), s( 22, -39), s( 23, -53),
    ];

    /// Knights by the number of squares that they can go to, 0 to 8.
    knight_mobility: [Pair; 9] = [
        s(-38, -50), s(-20, -22), s(-11,  -5), s( -2,   5), s( -2,  15), s(  5,  23), s( 11,  20), s( 15,  22),
        s( 16,   7),
    ];

    /// Bishops by the number of squares that they can go to, 0 to 13.
    bishop_mobility: [Pair; 14] = [
        s(-19, -44), s(-15,  -7), s( -2,  -6), s(  0,   3), s(  5,  13), s( 10,  20), s( 14,  23), s( 12,  28),
        s( 18,  26), s( 18,  28), s( 20,  23), s( 22,  19), s( 27,  23), s( 11,  20),
    ];

    /// Rooks by the number of squares that they can go to, 0 to 14.
    rook_mobility: [Pair; 15] = [
        s(-45, -50), s(-13, -28), s( -4, -19), s( -3,   0), s( -3,  12), s( -2,  20), s( -2,  27), s( -3,  32),
        s(  3,  35), s(  6,  42), s(  5,  43), s( 10,  50), s( 18,  43), s( 19,  49), s( 28,  45),
    ];

    /// Queens by the number of squares that they can go to, 0 to 27.
    queen_mobility: [Pair; 28] = [
        s(-20, -44), s( -4, -35), s(  0, -25), s(  4, -21), s(  0, -14), s(  3, -11), s(  3,   0), s(  6,   3),
        s(  8,  14), s(  9,  16), s(  8,  24), s(  8,  30), s(  9,  21), s( 13,  29), s( 11,  37), s( 14,  34),
        s( 16,  40), s( 18,  32), s( 18,  36), s( 21,  36), s( 24,  39), s( 19,  35), s( 19,  39), s( 23,  38),
        s( 20,  36), s( 20,  37), s( 20,  37), s( 21,  37),
    ];

    /// Each of the four squares in the centre that a pawn or a minor piece attacks.
    centre_control: Pair = s(1, 4);

    /// Two bishops or more.
    bishop_pair: Pair = s(25, 57);

    /// A bishop, by each own pawn on squares of its colour.
    bad_bishop: Pair = s(-4, 0);

    /// The same, by each such pawn on the files c to f that is blocked.
    bad_bishop_blocked: Pair = s(0, -15);

    /// A bishop that sees two squares of the centre past the pieces.
    long_diagonal: Pair = s(12, 4);

    /// A knight that own pawns protect and enemy pawns can never attack.
    knight_outpost: Pair = s(18, 15);

    /// A knight that attacks such a square.
    knight_outpost_reach: Pair = s(10, 18);

    /// A bishop on such a square.
    bishop_outpost: Pair = s(34, -9);

    /// A knight or bishop with a pawn of either colour before it.
    minor_behind_pawn: Pair = s(4, 12);

    /// A rook on a file without pawns.
    rook_open_file: Pair = s(30, 0);

    /// A rook on a file without own pawns.
    rook_half_open_file: Pair = s(16, 1);

    /// A rook on the seventh rank with enemy pawns on it or the enemy king behind.
    rook_on_seventh: Pair = s(7, 2);

    /// A rook behind an own passed pawn.
    rook_behind_own_passer: Pair = s(2, 20);

    /// A rook behind an enemy passed pawn.
    rook_behind_enemy_passer: Pair = s(7, 36);

    /// A rook shut in by its own king; twice if the king may no longer castle.
    rook_trapped: Pair = s(-5, -9);

    /// A pawn without own pawns on the neighbouring files.
    isolated: Pair = s(-4, -13);

    /// A pawn left behind by its neighbours, which cannot step forward safely.
    backward: Pair = s(-5, -12);

    /// An isolated or backward pawn with no enemy pawn before it.
    weak_unopposed: Pair = s(-8, -5);

    /// A pawn behind another of the same file.
    doubled: Pair = s(-13, -14);

    /// A pawn with an own pawn beside it, by rank from the second.
    phalanx: [Pair; 6] = [
        s(  2,  -2), s(  5,   0), s(  9,   8), s( 16,  28), s( 42,  49), s( 61,  83),
    ];

    /// A pawn protected by an own pawn, by rank from the third.
    supported: [Pair; 5] = [
        s(  7,   4), s( 13,   3), s( 16,   4), s( 31,  28), s( 42,  16),
    ];

    /// A pawn that attacks an enemy pawn, by rank from the second.
    lever: [Pair; 5] = [
        s( -6,  -8), s(  4,  -4), s(  6,   7), s( 10,  18), s( 24,  26),
    ];

    /// A pawn that may become a passed pawn: the way is free and the neighbours outnumber
    /// the enemy pawns beside it; by rank from the second.
    candidate: [Pair; 5] = [
        s( -2,   3), s(  0,   6), s(  3,  10), s(  4,  24), s( 18,  49),
    ];

    /// A passed pawn by rank from the second.
    passed: [Pair; 6] = [
        s(  1,  12), s(  6,  36), s(-11,  58), s( 32,  50), s( 57,  70), s( 87, 128),
    ];

    /// A passed pawn protected by an own pawn, by rank from the third.
    passed_protected: [Pair; 5] = [
        s(  6,  -5), s( -3,  -8), s( 13,  19), s(  0,  21), s( 26,  -4),
    ];

    /// A passed pawn with another on a neighbouring file, at most one rank off; by rank from the
    /// second.
    passed_connected: [Pair; 6] = [
        s( -5,   1), s(  5,   7), s( -1,  -2), s( -6,  15), s( 22,  21), s( 43,  42),
    ];

    /// A passed pawn by each step from the own king to the square before it, at most 5; by rank
    /// from the second.
    passed_own_king: [Pair; 6] = [
        s( -2,   0), s(  1,  -8), s(  2, -15), s( -2, -18), s( -9, -16), s(-11, -24),
    ];

    /// A passed pawn by each step from the enemy king to the square before it, at most 5; by rank
    /// from the second.
    passed_enemy_king: [Pair; 6] = [
        s(  0,   1), s( -3,   1), s(  0,  11), s( -5,  26), s(  7,  31), s(  8,  39),
    ];

    /// A passed pawn with an enemy man before it, by rank from the second.
    passed_blocked: [Pair; 6] = [
        s( -3, -15), s( -2,   7), s( 11,  -7), s(  1,   7), s(-10, -11), s(-36, -33),
    ];

    /// A passed pawn that can safely take its next step, by rank from the second.
    passed_safe_step: [Pair; 6] = [
        s( -6,  13), s( -1,  10), s(  3,   9), s(  6,  20), s( 27,  35), s( 25,  59),
    ];

    /// A passed pawn with no man and no enemy attack on its whole path, by rank from the second.
    passed_free_path: [Pair; 6] = [
        s( -8,   8), s(-10,  18), s(-15,  18), s(  5,  23), s( 22,  51), s( 22,  66),
    ];

    /// A passed pawn that a bare enemy king cannot catch.
    passed_unstoppable: Pair = s(59, 409);

    /// An attack of a pawn on a knight, bishop, rook, queen.
    threat_by_pawn: [Pair; 4] = [
        s( 53,  29), s( 45,  41), s( 57,  19), s( 46,  17),
    ];

    /// An attack of a minor piece on an ill-protected pawn, and on a knight, bishop, rook, queen.
    threat_by_minor: [Pair; 5] = [
        s(  2,  18), s( 15,  38), s( 19,  10), s( 48,  15), s( 36,  34),
    ];

    /// An attack of a rook on an ill-protected pawn, knight, bishop, and on a queen.
    threat_by_rook: [Pair; 4] = [
        s( -1,  20), s( 18,  26), s( 24,  25), s( 52,  33),
    ];

    /// An attack of the king on an ill-protected man.
    threat_by_king: Pair = s(17, 20);

    /// An enemy man that is attacked and not protected.
    hanging: Pair = s(14, 21);

    /// An attack on a piece that a pawn can make by a safe step.
    threat_by_push: Pair = s(17, 11);

    /// The own pawn before the king on one of three files: by the distance of the file from the
    /// edge, then by the pawn's rank from the second; the first of a row without a pawn.
    shelter: [[Pair; 7]; 4] = [
        [
            s(-13,  11), s( 23, -15), s( 20,  -9), s( 17,  -6), s(-19,  15), s(-14,  -2), s(  0,  -2),
        ],
        [
            s(-25,   2), s( 15,  -8), s( 17,  -8), s( -1,   4), s( -5,  -3), s(  1,   9), s( -1,  18),
        ],
        [
            s(-17,   0), s( 17,   6), s(  7,  -2), s(  2,   4), s(-11, -13), s( -3, -15), s(  1,  18),
        ],
        [
            s(-14,  -1), s(  4,   6), s(  6,   8), s(-11,   3), s( -2, -14), s( -8, -21), s(  7,   9),
        ],
    ];

    /// The enemy pawn that storms on such a file and that no own pawn blocks, in the same order.
    storm: [[Pair; 7]; 4] = [
        [
            s( -2,  -9), s( -4,  18), s(-27, -14), s(-16,   8), s(  8,  -2), s( -4,  -6), s( -2,  -4),
        ],
        [
            s(  5,   0), s( -7,  10), s(-14,  22), s(-10,   9), s( -1,  22), s(  3,   1), s(  2,   5),
        ],
        [
            s(-11,  -5), s( -9, -13), s(-24,  31), s(-14,  11), s( -9,   6), s( -1,  -6), s( -3,   1),
        ],
        [
            s( -7,  -4), s(-10,  -9), s(-11,  -7), s( -4,  -3), s(-11,  -5), s(  9, -14), s( -6, -10),
        ],
    ];

    /// The enemy pawn that an own pawn blocks, by rank from the third.
    storm_blocked: [Pair; 5] = [
        s( -5, -13), s( 10, -13), s( -2,  -8), s(  9,  -9), s(-20, -12),
    ];

    /// More for any enemy pawn when the kings stand on opposite wings: by its rank from the second;
    /// the first without a pawn.
    storm_opposite: [Pair; 7] = [
        s(-12,   0), s( -9,   7), s(-20, -19), s( 11,  -5), s( -5,   2), s( -3,   8), s(  3,   4),
    ];

    /// The danger that the attack is to the enemy king, by units from 0 to 50.
    king_danger: [Pair; 51] = [
        s( -2,  -8), s(  1,  -1), s(  2,  -6), s( -2,   2), s( -1,   3), s(  2,  -2), s(  2,   5), s(  3,   7),
        s(  8,   8), s( 14,   5), s( 16,   5), s( 23,   8), s( 23,  10), s( 29,  15), s( 40,  12), s( 38,  12),
        s( 52,  12), s( 58,  12), s( 67,  25), s( 69,  18), s( 77,  21), s( 82,  24), s( 91,  16), s(108,  18),
        s(117,  28), s(131,  29), s(138,  22), s(155,  33), s(166,  33), s(186,  40), s(195,  38), s(214,  42),
        s(233,  46), s(257,  51), s(277,  55), s(304,  62), s(329,  67), s(357,  71), s(388,  78), s(420,  84),
        s(456,  91), s(494,  99), s(535, 107), s(580, 116), s(628, 126), s(680, 136), s(736, 147), s(797, 159),
        s(863, 173), s(933, 187), s(1010, 202),
    ];

    /// Each safe square behind or between the own pawns on the files c to f; twice behind a pawn.
    space: Pair = s(-1, 4);

    /// To be on move.
    tempo: Pair = s(13, 10);
}
