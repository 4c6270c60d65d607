/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './en/*.json',
  '../../../protocol/src/texts/en/*.json',
  // Read by the build alone.
  '!./en/{pages,push}.json',
])
