import { luhnDigit } from './complaints.ts'

/** What a customer should never write to customer service, because no agent ever needs it. */
export type Secret = 'card' | 'seed' | 'password' | 'code'

/** Digits as any script writes them, so that a number is one however it was typed. */
const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Digits of a script follow one another from its zero, which begins at a multiple of ten within its run of them.
    for (let zero = code; zero > code - 10; zero--)
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero)
    return digit
  })

/** 14 to 19 digits as the cards of the large networks begin, in groups or not. */
const cardLike =
  /(?<![\p{L}\p{Nd}])(?:3[47]|3[068]|4|5[1-5]|2[2-7]|6[25])(?:[ \u00a0.-]?[0-9]){12,17}(?![\p{L}\p{Nd}])/gu

function isCard(found: string): boolean {
  const digits = found.replaceAll(/[^0-9]/g, '')
  return digits.length >= 14 && digits.length <= 19 && luhnDigit(digits.slice(0, -1)) === Number(digits.at(-1))
}

/** A run of 12 or more plain words of 3 to 8 letters, numbered or not, as a wallet shows its phrase. */
const phraseLike =
  /(?<![\p{L}'’])(?:(?:[0-9]{1,2}[.):]?[ \t]*)?[a-z]{3,8}(?:[ \t,;]+|\s*\n\s*)){11,}(?:[0-9]{1,2}[.):]?[ \t]*)?[a-z]{3,8}(?![\p{L}'’])/giu
/** Words that a sentence of so many words has and no list of wallets does. */
const commonWords =
  /\b(?:the|and|you|your|for|not|are|was|have|has|had|but|can|could|would|will|this|that|with|from|they|been|what|when|please|there|would|which|than|then|were|does|did|den|der|die|das|und|ist|ich|nicht|mit|les|des|est|pas|que|pour|vous|dans|une|los|las|por|con|una|para|como|mas|nao|mi|che|non|per|sono|della|del|uma|com|meu|minha)\b/giu

/** A phrase has next to none of them, a sentence of that length several. */
const isPhrase = (found: string): boolean => (found.match(commonWords)?.length ?? 0) <= 1

/** What is named a password, in the eleven languages, with something that follows it. */
const passwordLike =
  /(?:pass ?word|passcode|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|clave|senha|palavra-passe|parola d['’]ordine|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|الرقم السري)\s*(?:is|ist|est|es|é|è|est|是|係|为|為|は|이|가|은|는|هي|هو)?\s*[:：=]?\s*["'“«「]?(?=\S*[\p{Nd}!@#$%^&*_+?-])\S{6,}/iu

/** A code of six or more digits beside a word for it. */
const codeWord =
  /(?:\b(?:code|otp|2fa|pin|tan|código|codigo|codice)\b|einmalcode|bestätigungscode|验证码|驗證碼|动态码|認証コード|確認コード|인증 ?번호|인증 ?코드|رمز)/iu
const codeLike = /(?<![\p{L}\p{Nd}._-])[0-9]{3}[ -]?[0-9]{3,5}(?![\p{L}\p{Nd}._-])/u

/**
 * What of that a text seems to hold, the worst first; undefined where nothing does. A guess that warns before sending: it
 * may be wrong both ways.
 */
export function secretIn(text: string): Secret | undefined {
  const plain = latinDigits(text)
  if ([...plain.matchAll(cardLike)].some(([found]) => isCard(found))) return 'card'
  if ([...plain.matchAll(phraseLike)].some(([found]) => isPhrase(found))) return 'seed'
  if (passwordLike.test(plain)) return 'password'
  return codeWord.test(plain) && codeLike.test(plain) ? 'code' : undefined
}

/** The text without numbers of cards and seed phrases, which are recognized with enough certainty not to be kept at all. */
export function maskSecrets(text: string): string {
  const plain = latinDigits(text)
  // Digits of a script outside the first plane are longer than ours: then the indexes differ, and the plain text is kept.
  const masked = plain
    .replace(cardLike, (found) => (isCard(found) ? found.replaceAll(/[0-9](?=(?:[^0-9]*[0-9]){4})/g, '•') : found))
    .replace(phraseLike, (found) => (isPhrase(found) ? '•••' : found))
  return masked === plain ? text : masked
}
