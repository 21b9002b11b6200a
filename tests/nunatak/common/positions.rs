//! Positions and a book that several tests share.

/// The start position of standard chess.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The start position after 1. e4 e5.
pub(crate) const KINGS_PAWNS: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// Kiwipete, a tactical middlegame.
pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A Chess960 opening.
pub(crate) const CHESS960: &str =
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

/// The largest known number of legal moves.
pub(crate) const MANY_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// Rook and pawns, with pins along a rank.
pub(crate) const ROOK_ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// A mate in one on the back rank.
pub(crate) const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

/// Black is checkmated.
pub(crate) const CHECKMATE: &str = "R6k/6pp/8/8/8/8/8/K7 b - - 0 1";

/// Black is stalemated.
pub(crate) const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// The entries of a book: key, move in octal and weight. They are those that PolyGlot 2.0.4 makes
/// of two games with castling on both wings, an en passant capture and a promotion.
pub(crate) const POLYGLOT: [(u64, u16, u16); 18] = [
    (0x0756_b944_61c5_0fb0, 0o03444, 1),
    (0x201a_b9a6_de66_4ef0, 0o07470, 1),
    (0x2089_b309_bbaa_4db6, 0o07655, 2),
    (0x22a4_8b5a_8e47_ff78, 0o04455, 1),
    (0x3c3a_b423_d3a4_b826, 0o07333, 1),
    (0x3ff5_8fc2_b20e_6ade, 0o04333, 1),
    (0x463b_9618_1691_fc9c, 0o01434, 1),
    (0x5cbc_08a0_e510_9b0a, 0o07236, 1),
    (0x5e6f_c292_a295_95e0, 0o00407, 1),
    (0x662f_afb9_65db_29d4, 0o06545, 1),
    (0x6969_2c50_db40_53b7, 0o05566, 1),
    (0x74a0_64b3_1f27_f489, 0o00523, 1),
    (0x7b6a_749f_043b_db03, 0o03323, 1),
    (0x823c_9b50_fd11_4196, 0o06343, 3),
    (0xc284_f4b2_cad1_f6b4, 0o07152, 1),
    (0xdd98_e5ac_7e31_4039, 0o16677, 1),
    (0xe75e_58d5_bb42_d91b, 0o00625, 1),
    (0xf744_18d8_555f_a727, 0o06252, 2),
];
