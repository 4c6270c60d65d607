/**
 * The log does not contain what its own signed heads prove, or lacks a row that they rest on. Nothing is signed any more
 * until an operator has checked.
 */
export class LogBroken extends Error {
  override name = 'LogBroken'
}
