/** Where the company is found elsewhere, for the footer. */
export type SocialLink = { readonly name: string; readonly url: string }

/** Names with https addresses, as an operator writes them: `X=https://…,Telegram=https://…`, at most three. */
export const socialLinksForm = /^[^=,]{1,30}=https:\/\/[^\s,]+(?:,[^=,]{1,30}=https:\/\/[^\s,]+){0,2}$/

/** The links of a text of that form, in its order. */
export const readSocialLinks = (parts: readonly string[]): readonly SocialLink[] =>
  parts.map((part) => {
    const at = part.indexOf('=')
    return { name: part.slice(0, at).trim(), url: part.slice(at + 1) }
  })
