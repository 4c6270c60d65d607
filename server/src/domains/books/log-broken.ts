/**
 * The log does not contain what its own signed heads prove, or lacks a row that they rest on. Nothing is signed any more
 * until a person has looked.
 */
export class LogBroken extends Error {
  override name = 'LogBroken'
}
