/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './zh/*.json',
  '../../../protocol/src/texts/zh/*.json',
  // Read by the build alone.
  '!./zh/{pages,push}.json',
])
