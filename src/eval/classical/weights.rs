//! The weights of the hand-crafted evaluation in units: (middlegame, endgame).
//!
//! All values are our own. Ranks and squares are White's; for Black they are mirrored. Piece-square
//! tables other than the king's apply to a king on the files e to h; with the king on a to d they
//! are mirrored too. `nunatak-workshop tune` writes this file.

use super::pair::{Pair, s, weights};

weights! {
    /// Material by piece type, pawn to queen.
    material: [Pair; 5] = [
        s( 68,  98), s(318, 438), s(357, 429), s(412, 713), s(1063, 1180),
    ];

    /// Piece-square table of pawns, a8 to h1.
    pawn_squares: [Pair; 64] = [
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
        s( 38,   3), s(  7,  18), s( 20,  23), s( 47,  46), s( 65,  43), s(  6,  43), s( 58,  18), s( 21,   0),
        s(  6,  11), s(  7, -18), s( -4,   7), s( 23, -23), s( 22, -10), s( -3,  34), s(  2,  15), s( 10,   3),
        s(  6,  12), s(  7,  -3), s( 20, -28), s( 25, -33), s( 21, -15), s( 23,  14), s( 12,   3), s(  4,   5),
        s( -7,   9), s( -8,  -2), s(  1, -10), s( 11, -12), s( 17, -14), s(  5,  17), s( -2,  11), s( -3,   9),
        s( -9,   6), s(-10,   1), s( -1,   8), s(  0,   2), s( 13,   5), s(  7,  23), s(  9,   9), s( -4,   4),
        s(-12,  14), s(  1,   5), s( -4,  22), s( -4,  29), s( -4,  31), s(  1,  28), s( 21,  11), s(  1,  12),
        s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0), s(  0,   0),
    ];

    /// Piece-square table of knights, a8 to h1.
    knight_squares: [Pair; 64] = [
        s(-102, -51), s(-10,  16), s(-31, -26), s( -8,  11), s( -1,   0), s(-22, -10), s(-28, -10), s(-56, -38),
        s(-28,  -3), s(  5,  16), s(  0,  -5), s( 30,  14), s( -1,   1), s( 22,  -7), s(-23,  26), s(-28,  -7),
        s(  9,  -4), s( 18,  -7), s(  9,   8), s( 37,   8), s( 55,   2), s( 39,  -8), s(  7,   8), s(  9, -10),
        s(  9,  14), s( 12,   9), s( 10,  16), s( 24,  16), s( 19,  24), s(  8,  20), s( 15,   8), s( 15,   2),
        s( -3,   6), s( 14,   4), s( 15,   9), s(  7,  20), s( 24,  14), s( 20,   7), s( 19,  -1), s(  3,  21),
        s(-17, -13), s( -5, -12), s( -8,   3), s( -5,  11), s( -9,  13), s(  0,  -7), s(  5,   8), s(-11,  -9),
        s( -5, -16), s(-18,   9), s( -3, -19), s( -8,  11), s( -6,  -1), s(  0, -16), s( -2,  -9), s(-18, -10),
        s(-20, -32), s(-22,  -8), s( -7,   3), s(-14,   4), s(-10,   0), s(-12,  -5), s(-25,  -6), s(-29, -26),
    ];

    /// Piece-square table of bishops, a8 to h1.
    bishop_squares: [Pair; 64] = [
        s(-32,  -3), s( -1,  23), s( -3,  14), s(-19,   4), s( -4,  16), s(-10,   5), s(-21,   8), s(-19,  -9),
        s(-21,  24), s(  7,  -3), s(  0,  27), s(-10,   9), s( 15,  -1), s( 13,  11), s(  6,  -5), s(-10,  -7),
        s(  0,   9), s(  4,   4), s( 18,   2), s( 35,   8), s( 25,  17), s( 12,  -8), s( -4,  13), s( 14,  -9),
        s(  8,  15), s(  8,  18), s( 14,   2), s( 33,   9), s( 23,  20), s( 27,   6), s( 14,  12), s(  5,   3),
        s( -6,   3), s( 16,   8), s(  9,   9), s( 17,  14), s( 18,  16), s(  5,  15), s( -2,  10), s(  3, -14),
        s(  6,  19), s( 10,  -6), s(  5,  -1), s(  1,  10), s(  2,   7), s(  4,  -6), s( -7,  -9), s(  2,   6),
        s( 25, -12), s(  7, -16), s( -1,  -9), s(-10,   8), s( -7,  -1), s( 12, -14), s(  3, -19), s(-11,  -9),
        s( -2, -12), s(-10, -11), s(-14,  -2), s(-22,  10), s( -3,   2), s(-25,  -3), s(  5,   8), s(-10,  -7),
    ];

    /// Piece-square table of rooks, a8 to h1.
    rook_squares: [Pair; 64] = [
        s( 25,  10), s( 16,  25), s( 19,   6), s( 37,   6), s( 15,  12), s( 18,  17), s(  4,  31), s( 20,   8),
        s(  7,   6), s(  0,  14), s( 25,   0), s(  9,   1), s(  7,   4), s( 13,   3), s(  1,   7), s( 30,  -6),
        s( 11,  15), s(  3,  10), s( 25,  -4), s( 11,   2), s( 22,   3), s( 25,   0), s(  2,   7), s(-20,  21),
        s( -2,  23), s(  2,  16), s( -9,  13), s( -6,  16), s( -5,  13), s( 30,  -5), s( 14,  13), s(-15,  13),
        s(-18,  21), s(-21,  17), s(  1,  12), s(-25,  12), s( -3,  11), s( -1,  11), s(  6,  11), s(-12,   2),
        s(-22,  12), s(-13,  -1), s(-25,  12), s(-17,  -5), s(  3,  -9), s(-31,  -4), s(-18,  13), s(-17,  -3),
        s(-22,   0), s( -3,   0), s(  6, -10), s(-10,  -2), s( -3,  -4), s(  4,  -8), s(-23,   8), s(-40,  -7),
        s( -8,  -3), s( -7,  -4), s( -6,  -1), s( -6,  -3), s(  4, -11), s( -2,  -2), s(-14,   4), s( -1, -11),
    ];

    /// Piece-square table of queens, a8 to h1.
    queen_squares: [Pair; 64] = [
        s( 17,   7), s( 30,   2), s(  5,  -1), s(  6,   7), s( 15,   8), s( 10,   8), s( -2,   1), s(-17,  15),
        s(-10,  32), s(-20,  27), s( 12,  21), s( 16,  22), s( 14,  18), s( 15,  19), s(  4,   2), s( 13,  19),
        s(  3,  -3), s( 14,  13), s(  4,  25), s(  8,   8), s( 33,  17), s( 17,  25), s( 11,   4), s( 14,   2),
        s(  3,  16), s( -2,  16), s(  7,   2), s( -2,  36), s(  4,  38), s(  3,  31), s(  2,  10), s( 10,   1),
        s(  1,   1), s(  2,   6), s(  4,   2), s(-11,  56), s(  3,  43), s(  5,   9), s(  5,  -4), s( -8,  19),
        s(  6, -32), s(  1,  25), s(  4, -28), s( -2,   2), s( -6,  17), s( -5,  27), s(-10,   9), s( -1, -25),
        s( -3, -20), s(  0,  -3), s(  3, -35), s( -2, -17), s(  2, -19), s( 12, -51), s( -6,   0), s(-19, -29),
        s( -9, -38), s(  3, -24), s( -1, -28), s( -5, -46), s(-17,  -6), s(-31, -22), s(-16, -17), s( 15, -31),
    ];

    /// Piece-square table of kings, a8 to h1.
    king_squares: [Pair; 64] = [
        s(-44, -75), s(-31, -32), s(-46,  -1), s(-58,  -1), s(-50,  19), s(-44,   0), s(-25, -14), s(-49, -119),
        s(-34, -33), s(-21,  10), s(-32,  42), s(-54,  21), s(-51,  38), s(-37,  36), s(-19,  20), s(-36, -25),
        s(-41,  15), s(-31,  32), s(-34,  32), s(-63,  37), s(-60,  40), s(-40,  29), s(-27,  21), s(-18,   5),
        s(-49,  -4), s(-18,   5), s(-72,  23), s(-60,  34), s(-62,  37), s(-58,  23), s(-33,   1), s(-18,  -2),
        s(-19,  -3), s(-10,  -6), s(-15,   0), s(-61,  23), s(-43,  29), s(-35,  15), s( -6,  -4), s(  1, -17),
        s(-15,  -7), s( 37, -22), s( -9,  -3), s(-23,  12), s(-29,  11), s(-18,   4), s(  5,  -9), s( -4, -20),
        s( 46, -40), s(  1, -18), s(-15, -10), s(-26,   4), s(-24,   3), s( -7,  -9), s(  5, -21), s(  6, -25),
        s( 17, -51), s( 20, -34), s( 18, -22), s(-14,  -9), s( 11, -27), s( -6, -28), s( 15, -33), s( 14, -49),
    ];

    /// Knight mobility, 0 to 8 squares.
    knight_mobility: [Pair; 9] = [
        s(-27, -39), s(-16, -14), s(-10,   8), s( -2,  21), s( -1,  27), s(  2,  38), s(  7,  41), s( 12,  42),
        s( 19,  32),
    ];

    /// Bishop mobility, 0 to 13 squares.
    bishop_mobility: [Pair; 14] = [
        s(-14, -33), s( -9,  -3), s(  3,   1), s(  5,  15), s(  8,  24), s( 12,  33), s( 16,  32), s( 16,  32),
        s( 17,  35), s( 21,  35), s( 18,  33), s( 25,  27), s( 17,  22), s(  8,  32),
    ];

    /// Rook mobility, 0 to 14 squares.
    rook_mobility: [Pair; 15] = [
        s(-34, -51), s(-14, -18), s( -5,  -4), s( -4,  13), s( -6,  21), s( -5,  31), s( -5,  37), s( -5,  40),
        s(  0,  43), s(  2,  46), s( -1,  52), s(  3,  55), s(  7,  55), s(  9,  60), s( 45,  47),
    ];

    /// Queen mobility, 0 to 27 squares.
    queen_mobility: [Pair; 28] = [
        s(-20, -44), s(  3, -45), s(  2, -25), s(  7, -22), s(  6,  -7), s(  4,   1), s(  8,   7), s(  9,  12),
        s(  8,  27), s( 13,  23), s( 12,  39), s( 11,  40), s( 12,  42), s( 12,  45), s( 10,  52), s( 11,  52),
        s( 10,  57), s( 15,  53), s( 22,  42), s( 25,  41), s( 27,  36), s( 22,  30), s( 18,  36), s( 18,  22),
        s( 21,  34), s( 18,  34), s( 19,  37), s( 18,  34),
    ];

    /// A central square (d4, e4, d5, e5) that a pawn or minor piece attacks.
    centre_control: Pair = s(3, 0);

    /// Two bishops or more.
    bishop_pair: Pair = s(13, 55);

    /// A bishop, per friendly pawn on a square of its colour.
    bad_bishop: Pair = s(-4, -3);

    /// A bishop, per blocked friendly pawn on the files c to f on a square of its colour.
    bad_bishop_blocked: Pair = s(-4, -11);

    /// A bishop that attacks two central squares or more through all pieces but pawns.
    long_diagonal: Pair = s(11, 14);

    /// A knight on an outpost: a square on the fourth to sixth ranks that a friendly pawn protects
    /// and enemy pawns can never attack.
    knight_outpost: Pair = s(22, 6);

    /// A knight that attacks an outpost not occupied by a friendly piece.
    knight_outpost_reach: Pair = s(12, 11);

    /// A bishop on an outpost.
    bishop_outpost: Pair = s(29, -6);

    /// A knight or bishop directly behind a pawn of either colour.
    minor_behind_pawn: Pair = s(3, 11);

    /// A bishop, per enemy pawn on its diagonals, blocked or not.
    bishop_against_pawns: Pair = s(-4, -5);

    /// A knight, bishop, per king move of distance from its own king.
    minor_king_distance: [Pair; 2] = [
        s( -2,  -3), s( -5,  -1),
    ];

    /// A knight, bishop, rook, queen, per pawn of either colour that has left the board.
    piece_by_missing_pawns: [Pair; 4] = [
        s( -2,  -9), s( -2,  -5), s(  2, -10), s( -4, -12),
    ];

    /// A queen with exactly one piece between it and an enemy rook or bishop.
    weak_queen: Pair = s(-16, 1);

    /// A rook on a file without pawns.
    rook_open_file: Pair = s(29, 0);

    /// A rook on a file without friendly pawns.
    rook_half_open_file: Pair = s(19, -1);

    /// A rook on the seventh rank with enemy pawns on it or the enemy king on the eighth.
    rook_on_seventh: Pair = s(1, 9);

    /// A rook behind a friendly passed pawn on its file.
    rook_behind_own_passer: Pair = s(3, 18);

    /// A rook behind an enemy passed pawn on its file.
    rook_behind_enemy_passer: Pair = s(16, 38);

    /// A rook trapped by its own king; counted twice without castling rights.
    rook_trapped: Pair = s(-10, -8);

    /// A pawn without friendly pawns on the adjacent files.
    isolated: Pair = s(-6, -12);

    /// A pawn behind its neighbours on the adjacent files whose stop square an enemy pawn occupies
    /// or attacks.
    backward: Pair = s(-2, -15);

    /// An isolated or backward pawn with no enemy pawn in front of it.
    weak_unopposed: Pair = s(-5, -5);

    /// A pawn behind another friendly pawn on the same file.
    doubled: Pair = s(-8, -10);

    /// A pawn next to a friendly pawn on the same rank, by rank from the second.
    phalanx: [Pair; 6] = [
        s(  3,   1), s(  5,   3), s(  8,   9), s( 15,  30), s( 49,  43), s( 66, 101),
    ];

    /// A pawn protected by a friendly pawn, by rank from the third.
    supported: [Pair; 5] = [
        s(  8,   7), s(  8,   7), s( 12,  11), s( 42,  42), s( 67,  -2),
    ];

    /// A pawn that attacks an enemy pawn, by rank from the second.
    lever: [Pair; 5] = [
        s( -8, -14), s(  4,   0), s(  6,  19), s(  9,  17), s( 30,  32),
    ];

    /// An unopposed pawn with no fewer friendly pawns to help it than enemy pawns to stop it on the
    /// adjacent files, by rank from the second.
    candidate: [Pair; 5] = [
        s( -2,   5), s(  0,   5), s(  5,  15), s(  2,  26), s( -4,  51),
    ];

    /// A passed pawn, by rank from the second.
    passed: [Pair; 6] = [
        s(-22,  31), s( -4,  44), s(-49,  75), s( 44,  65), s( 98,  72), s(110,  99),
    ];

    /// A passed pawn protected by a friendly pawn, by rank from the third.
    passed_protected: [Pair; 5] = [
        s( -8,   0), s(  9,  -9), s( 11,  15), s(-20,  14), s( 51, -22),
    ];

    /// A passed pawn with another on an adjacent file at most one rank away, by rank from the
    /// second.
    passed_connected: [Pair; 6] = [
        s(  8, -14), s(  4,   0), s(-12,   2), s(  2,   4), s( 27,  10), s( 62,  37),
    ];

    /// A passed pawn, per king move (at most 5) from its own king to the square in front of it, by
    /// rank from the second.
    passed_own_king: [Pair; 6] = [
        s( -2,   1), s(  0,  -8), s(  7, -17), s( -3, -17), s(-18, -12), s(-10, -19),
    ];

    /// A passed pawn, per king move (at most 5) from the enemy king to the square in front of it,
    /// by rank from the second.
    passed_enemy_king: [Pair; 6] = [
        s(  6,  -2), s(  1,   0), s(  7,   8), s( -7,  25), s( 10,  32), s( 12,  39),
    ];

    /// A passed pawn with an enemy piece on the square in front of it, by rank from the second.
    passed_blocked: [Pair; 6] = [
        s( -7,   2), s(  1,  12), s(  7,  -6), s(  7,   3), s(-12,   2), s(-65, -16),
    ];

    /// A passed pawn that can safely advance one step, by rank from the second.
    passed_safe_step: [Pair; 6] = [
        s( -4,  14), s(  2,   7), s( 10,   7), s( 12,  18), s( 34,  32), s( 49,  68),
    ];

    /// A passed pawn with no piece and no enemy attack on its whole path, by rank from the second.
    passed_free_path: [Pair; 6] = [
        s(-45,  20), s(-26,  18), s(-38,  24), s( -4,  30), s( 30,  45), s( 26,  66),
    ];

    /// A passed pawn, by its distance in files from the edge.
    passed_edge_distance: [Pair; 4] = [
        s(  5,  -1), s( -6,   5), s( -3,  -6), s( -4, -15),
    ];

    /// A passed pawn that the enemy king cannot catch, if the enemy has no non-pawn material.
    passed_unstoppable: Pair = s(56, 346);

    /// A pawn's attack on a knight, bishop, rook, queen.
    threat_by_pawn: [Pair; 4] = [
        s( 52,  31), s( 42,  45), s( 43,  25), s( 39,   3),
    ];

    /// A minor piece's attack on a badly protected pawn, knight, bishop, and on any rook, queen.
    threat_by_minor: [Pair; 5] = [
        s(  1,  19), s( 10,  37), s( 17,  10), s( 50,   7), s( 33,  12),
    ];

    /// A rook's attack on a badly protected pawn, knight, bishop, and on any queen.
    threat_by_rook: [Pair; 4] = [
        s(  0,  18), s( 15,  28), s( 20,  25), s( 41,  19),
    ];

    /// The king's attack on a badly protected piece.
    threat_by_king: Pair = s(5, 20);

    /// An enemy piece that is attacked and not protected.
    hanging: Pair = s(12, 20);

    /// A square that both sides attack and the enemy protects badly.
    restriction: Pair = s(3, -1);

    /// A safe square from which a knight, and from which a bishop or rook, can attack the queen.
    threat_on_queen: [Pair; 2] = [
        s(  2,  -3), s( 11,   8),
    ];

    /// A non-pawn enemy piece that a pawn can attack by advancing to a safe square.
    threat_by_push: Pair = s(13, 11);

    /// The nearest friendly pawn in front of or level with the king on its file or an adjacent one,
    /// by the distance of the file from the edge, then by the pawn's rank from the second; first of
    /// a row: no pawn.
    shelter: [[Pair; 7]; 4] = [
        [
            s(-15,   6), s( 18, -23), s( 19,  -9), s( 11,  -6), s(  5,   7), s( -5,   3), s( 21,   8),
        ],
        [
            s(-18,  11), s( 20,  -2), s( 17,  -6), s(  1,   3), s( -3,   3), s( 11,  -4), s(  8,  15),
        ],
        [
            s(-15,  15), s( 21,   4), s(  0,  -1), s( -5,  -6), s( -9, -22), s(  8, -14), s(  0,  20),
        ],
        [
            s(-25,   4), s( -6,   1), s( -5,   7), s(-14,   2), s( -2, -14), s(-20, -12), s( 15,  -9),
        ],
    ];

    /// The nearest enemy pawn on a shelter file if no friendly pawn blocks it, by the distance of
    /// the file from the edge, then by the pawn's rank from the second; first of a row: no pawn.
    storm: [[Pair; 7]; 4] = [
        [
            s(  0, -11), s(  4,  21), s(-38,  29), s( -5,  14), s(  6,   0), s(  3,  -4), s(  4,  -1),
        ],
        [
            s(-12,  -2), s(-13,  28), s( -2,  31), s(-20,  12), s(-15,  14), s( -6,  -1), s( -7,  -5),
        ],
        [
            s(-15,  -2), s(-12, -14), s(-44,  41), s(-15,  10), s(-17,   3), s( -6,   1), s( -8,   0),
        ],
        [
            s(  1,  -3), s( -2, -18), s(  5,  -9), s(  7, -11), s( -3,  -7), s( 13, -20), s(  2, -16),
        ],
    ];

    /// The nearest enemy pawn on a shelter file if a friendly pawn blocks it, by rank from the
    /// third.
    storm_blocked: [Pair; 5] = [
        s( -2, -25), s( 13, -19), s(  5, -17), s(  6, -16), s( -9, -20),
    ];

    /// The nearest enemy pawn on a shelter file if the kings are on opposite wings, by rank from
    /// the second; first: no pawn.
    storm_opposite: [Pair; 7] = [
        s(-11,   9), s(-16,  -6), s(  7, -25), s(  5,  -5), s(-10,   8), s( -3,   6), s( -4,   7),
    ];

    /// A king on a flank without pawns.
    pawnless_flank: Pair = s(10, -55);

    /// An attack on the enemy king, by danger units, 0 to 50.
    king_danger: [Pair; 51] = [
        s(  3, -13), s(  5,  -4), s(  1, -10), s(  0,  -4), s( -4,  -3), s(  1,   2), s(  3,   1), s(  6,   8),
        s(  4,  16), s(  7,  11), s(  8,  15), s( 10,  23), s( 14,  16), s( 18,  22), s( 24,  17), s( 30,  30),
        s( 30,  26), s( 36,  31), s( 44,  32), s( 45,  36), s( 42,  44), s( 60,  39), s( 66,  38), s( 85,  32),
        s( 88,  37), s(108,  34), s(122,  33), s(136,  38), s(145,  37), s(160,  33), s(191,  36), s(192,  31),
        s(215,  42), s(239,  44), s(256,  48), s(297,  56), s(308,  54), s(355,  71), s(381,  74), s(415,  82),
        s(453,  91), s(492,  99), s(532, 106), s(579, 116), s(628, 126), s(680, 136), s(735, 147), s(797, 159),
        s(863, 173), s(933, 187), s(1010, 202),
    ];

    /// A square on the second to fourth ranks of the files c to f without a friendly pawn or an
    /// enemy pawn's attack; counted twice behind a friendly pawn if no enemy piece attacks it.
    space: Pair = s(-1, 8);

    /// The side to move.
    tempo: Pair = s(14, 10);
}
