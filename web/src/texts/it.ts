/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './it/*.json',
  '../../../protocol/src/texts/it/*.json',
  // Read by the build alone.
  '!./it/{pages,push}.json',
])
