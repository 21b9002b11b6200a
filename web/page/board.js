// The board.

import { Chessboard, INPUT_EVENT_TYPE } from "cm-chessboard/src/Chessboard.js";
import { Accessibility } from "cm-chessboard/src/extensions/accessibility/Accessibility.js";
import { ARROW_TYPE, Arrows } from "cm-chessboard/src/extensions/arrows/Arrows.js";
import { MARKER_TYPE, Markers } from "cm-chessboard/src/extensions/markers/Markers.js";
import { PROMOTION_DIALOG_RESULT_TYPE, PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";

export class Board {
  isFlipped = false;
  #board;
  #element;
  /** The position that is shown. */
  #fen;
  /** Whether a piece is selected by mouse or finger. */
  #isHeld = false;
  /** The end of the last turn of the board. */
  #turned = Promise.resolve();

  /**
   * @param {(square: string) => import("chess.js").Move[]} legalMoves Returns the moves of a piece.
   * @param {(move: string) => void} onMove Receives a legal move as in UCI.
   */
  constructor(element, legalMoves, onMove) {
    this.#element = element;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#board = new Chessboard(element, {
      style: { cssClass: "ice", animationDuration: isStill ? 0 : 200 },
      extensions: [
        { class: Markers },
        { class: Arrows },
        { class: PromotionDialog, props: { language: "en" } },
        { class: Accessibility, props: { language: "en", movePieceForm: false, piecesAsList: false, keyboardMoveInput: true } },
      ],
    });
    // A click does not take the keys from the game.
    element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement.blur();
    });
    // The board does not say that a selection by keys is given up.
    element.addEventListener("keydown", ({ key }) => {
      const isSelected = element.querySelector(".keyboard-from-square");
      if (["Escape", "Enter", " "].includes(key) && !isSelected) this.#board.removeLegalMovesMarkers();
    });
    this.#board.enableMoveInput((event) => {
      if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
        const moves = legalMoves(event.squareFrom);
        this.#board.removeLegalMovesMarkers();
        this.#board.addLegalMovesMarkers(moves);
        this.#isHeld = moves.length > 0;
        return this.#isHeld;
      }
      if (event.type === INPUT_EVENT_TYPE.validateMoveInput) {
        const { squareFrom, squareTo } = event;
        this.#isHeld = false;
        const moves = legalMoves(squareFrom).filter(({ to }) => to === squareTo);
        if (moves.length > 1) {
          this.#promote(moves[0], onMove);
        } else if (moves.length === 1) {
          // The board first finishes its own move.
          setTimeout(() => onMove(moves[0].lan));
        }
        return moves.length > 0;
      }
      if (event.type === INPUT_EVENT_TYPE.moveInputFinished || event.type === INPUT_EVENT_TYPE.moveInputCanceled) {
        this.#isHeld = false;
        this.#board.removeLegalMovesMarkers();
      }
      return undefined;
    });
  }

  #promote({ from, to, color, before }, onMove) {
    this.#board.showPromotionDialog(to, color, ({ type, piece }) => {
      if (type === PROMOTION_DIALOG_RESULT_TYPE.pieceSelected) {
        onMove(`${from}${to}${piece[1]}`);
      } else {
        this.#board.setPosition(before);
      }
    });
  }

  /** Shows a position and marks the last move. */
  show(fen, last) {
    if (this.#board.isPromotionDialogShown()) this.#board.getExtension(PromotionDialog).setDisplayState("hidden");
    if (fen !== this.#fen) {
      // What was selected, by keys or by hand, belongs to the position before. A move that is being finished is not given up.
      this.#element.querySelector("svg").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      if (this.#isHeld) this.#board.cancelMoveInput();
      this.#board.removeLegalMovesMarkers();
    }
    this.#fen = fen;
    this.#board.setPosition(fen, true);
    this.#board.removeMarkers(MARKER_TYPE.square);
    if (last) [last.from, last.to].forEach((square) => this.#board.addMarker(MARKER_TYPE.square, square));
  }

  /** Shows the best move as an arrow, or none. */
  showBest(move) {
    this.#board.removeArrows();
    if (move) this.#board.addArrow(ARROW_TYPE.info, move.slice(0, 2), move.slice(2, 4));
  }

  /** Turns the board, after a turn that has not ended. */
  flip() {
    this.isFlipped = !this.isFlipped;
    const orientation = this.isFlipped ? "b" : "w";
    this.#turned = this.#turned.then(() => this.#board.setOrientation(orientation));
  }
}
