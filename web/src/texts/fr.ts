/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './fr/*.json',
  '../../../protocol/src/texts/fr/*.json',
  // Read by the build alone.
  '!./fr/{pages,push}.json',
])
