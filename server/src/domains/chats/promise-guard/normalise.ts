/** Letters of other scripts, and signs, that are drawn like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ@',
    b: 'ьƅ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεҽ',
    g: 'ɡ',
    h: 'һ',
    i: 'іιı',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'ոη',
    o: 'оοօ',
    p: 'рρ',
    s: 'ѕ$',
    t: 'тτ',
    u: 'υս',
    v: 'νѵ',
    w: 'ԝѡω',
    x: 'хχ',
    y: 'уγү',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
)
/** Digits that stand for letters within a word. */
const digitLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }),
)

/**
 * A text as its reader sees it, in one spelling: without signs that show nothing, marks over letters, look-alikes, digits in
 * place of letters, and blanks or dots between the letters of a word. Small letters.
 */
export function normalise(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164]/gu, '')
    .normalize('NFD')
    // Marks of Latin and Arabic letters; those of kana and Hangul make other letters.
    .replaceAll(/(?<=[\p{sc=Latin}\p{sc=Arabic}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .replaceAll(/[\u0622\u0623\u0625]/gu, '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll(/\u0640/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[’‘ʼ`´]/gu, "'")
  const latin = Array.from(plain, (sign, at) => {
    const other = lookAlikes.get(sign)
    // An @ in an address stays one.
    return other === undefined || (sign === '@' && /\.[a-z]{2}/.test(plain.slice(at))) ? sign : other
  }).join('')
  return latin
    .replaceAll(/(?<=\p{L})[013457](?=\p{L})/gu, (digit) => digitLetters.get(digit) ?? digit)
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[\s.*_·•|/-]{1,2}){3,}\p{L}(?![\p{L}\p{N}])/gu, (word) =>
      word.replaceAll(/[^\p{L}]/gu, ''),
    )
    .replaceAll(/(?<=\p{sc=Latin})[*_·•|](?=\p{sc=Latin})/gu, '')
    .replaceAll(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\s*_·•|.-]+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/gu, '')
    .replaceAll(/[ \t]+/g, ' ')
}
