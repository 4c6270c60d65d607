/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './de/*.json',
  '../../../protocol/src/texts/de/*.json',
  // Read by the build alone.
  '!./de/{pages,push}.json',
])
