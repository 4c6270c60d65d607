/**
 * What a request is made of in one language, as parts of regular expressions over normalised text: small letters, no marks
 * over letters. `request`: words that request something to be disclosed · `never`: a negation that leads up to such
 * a word · `unless`: what makes such a negation a request again ("do not hesitate to send") · `pay`: whole requests
 * for money.
 */
export type GuardWords = {
  readonly request: string
  readonly never: string
  readonly unless: string
  /** Whether the negation may come after what it negates. */
  readonly isLate?: true
  readonly password: string
  readonly seed: string
  readonly code: string
  readonly pay: readonly string[]
}

const coins = '(?:usdt|btc|eth|bitcoin|crypto|coins?)'

export const guardWords: readonly GuardWords[] = [
  // English
  {
    request:
      "\\b(?:send|give|tell|share|provide|supply|forward|submit|text|dm|reply with|let (?:me|us) (?:have|know)|what(?:'s| is| was)|need|require|want|confirm|verify|(?:enter|type|write|post|put) (?:[a-z' ]{0,40})?(?:here|below|chat))\\b",
    never: "\\b(?:never|not|n't|cannot|dont|wont|nobody|no one|without)\\b|n't\\b",
    unless: '\\b(?:hesitate|forget|worry|wait|delay|fail|mind)\\b',
    password: '\\b(?:pass ?word|pass ?code|passwort|pass ?phrase|login details|credentials|pin)\\b',
    seed: '\\b(?:seed|recovery phrase|secret phrase|mnemonic|private key|backup phrase|(?:12|24|twelve|twenty-four) words)\\b',
    code: '\\b(?:otp|2fa|(?:one[- ]time|verification|security|authenticator|sms|e-?mail|login|6[- ]digit) (?:pass)?code|the code|your code|code (?:you|we) (?:got|received|sent))\\b',
    pay: [
      `\\b(?:must|need to|have to|required to|should|please|kindly|you can) (?:first |now |also )?(?:pay|deposit|top up|transfer|send (?:us |me )?(?:[0-9.,]+ ?)?(?:money|funds|${coins}))\\b`,
      '\\bpay (?:the |a |an |your |some |this |[0-9.,%]+ ?(?:usdt )?)?(?:tax|taxes|fee|fees|deposit|insurance|margin|guarantee|fine|commission|bond)\\b',
      '\\b(?:tax|fee|deposit|payment|fine|bond)\\b.{0,60}\\b(?:before|in order to|to) (?:you (?:can )?)?(?:withdraw|unlock|unfreeze|release|activate|verify)',
      `\\b(?:send|transfer|deposit)\\b.{0,40}\\b(?:${coins}|money|funds)\\b.{0,30}\\bto (?:this|the following|my|our|that) (?:address|wallet|account)`,
      '\\bmake (?:a|another|one more|your) (?:deposit|payment)\\b',
    ],
  },
  // Chinese, both scripts
  {
    request:
      '(?:发|發|告诉|告訴|提供|给我|給我|给我们|給我們|发送|發送|输入|輸入|回复|回覆|分享|报|報|说一下|說一下|写一下|寫一下|需要|要你|请把|請把|是什么|是什麼|多少|传|傳|話我知|话我知)',
    never:
      '(?:不会|不會|绝不|絕不|不要|勿|切勿|请勿|請勿|别|別|不得|不应|不應|永不|无需|無需|不需|从不|從不|唔會|唔好|毋須)',
    unless: '(?:不要犹豫|不要猶豫|别忘|別忘|不要忘|别担心|別擔心)',
    password: '(?:密码|密碼|口令|资金密码|資金密碼|pin码|pin碼)',
    seed: '(?:助记词|助記詞|私钥|私鑰|恢复短语|恢復短語|种子短语|種子短語|种子词)',
    code: '(?:验证码|驗證碼|动态码|動態碼|短信码|校验码|校驗碼|谷歌验证|一次性密码|一次性密碼)',
    pay: [
      '(?:请|請|需|需要|必须|必須|应|應|要|先|得|再)(?:您|你|先|再|立即|马上|馬上|另外){0,3}(?:支付|缴纳|繳納|付款|充值|转账|轉賬|转帐|轉帳|汇款|匯款|打款|存入|补缴|補繳|缴|繳|入金|入數)',
      '(?:税|稅|手续费|手續費|保证金|保證金|解冻金|解凍金|押金|罚款|罰款|费用|費用).{0,20}(?:才能|方可|才可|后才|後才|即可|再)(?:提现|提現|提款|出金|解冻|解凍|提币|提幣)',
      '(?:转|轉|打|汇|匯|充|付)(?:账|賬|帐|帳|款|钱|錢|入)?(?:到|至|给|給)(?:以下|下面|这个|這個|我|我们|我們|该|該)',
    ],
  },
  // Japanese
  {
    request: '(?:送っ|送信し|教え|お知らせ|入力し|伝え|提供し|共有し|書い|ください|下さい|何です|必要で|お願いし)',
    never:
      '(?:ことはありません|ことはございません|しないで|ないでください|いたしません|決して|絶対に|不要で|必要ありません|必要はありません|お尋ねしません|求めません)',
    unless: '(?:遠慮なく|忘れず)',
    password: '(?:ぱすわーど|パスワード|暗証番号|資金パスワード)',
    seed: '(?:シードフレーズ|リカバリーフレーズ|秘密鍵|復元フレーズ|ニーモニック)',
    code: '(?:認証コード|確認コード|ワンタイム|二段階認証のコード|smsコード|セキュリティコード)',
    pay: [
      '(?:税金|手数料|保証金|料金|追加|証拠金)?(?:を|の)?(?:お支払い|支払っ|入金し|振り込ん|送金し|お振込|ご入金|ご送金)(?:ください|下さい|て(?:ください|下さい)|をお願い|が必要|いただ|でください)',
      '(?:税金|手数料|保証金|料金).{0,20}(?:必要|支払).{0,20}(?:出金|引き出)',
      '(?:出金|引き出).{0,20}(?:税金|手数料|保証金|入金).{0,10}(?:必要です|お支払)',
    ],
  },
  // Korean
  {
    request: '(?:보내|알려|말씀해|입력해|제공해|공유해|전달해|적어|필요합|뭐예요|무엇입|주세요|주시)',
    never: '(?:않습니다|않아요|마세요|마십시오|절대|없습니다|금지|말아)',
    unless: '(?:망설이지|잊지|걱정하지)',
    password: '(?:비밀번호|패스워드|암호|자금 ?비밀번호|핀번호)',
    seed: '(?:시드 ?구문|시드 ?문구|복구 ?구문|니모닉|개인 ?키|비밀 ?키)',
    code: '(?:인증 ?번호|인증 ?코드|보안 ?코드|otp|일회용)',
    pay: [
      '(?:세금|수수료|보증금|증거금|돈|금액|추가)?(?:을|를|으로|금)? ?(?:입금|송금|납부|결제|지불|이체|충전)(?:을|를)? ?(?:해 ?주|하세요|하셔야|하시면|해야|부탁|하십시오)',
      '(?:세금|수수료|보증금|입금).{0,20}(?:내야|내셔야|납부해야|해야|하셔야).{0,20}(?:출금|인출)',
      '출금.{0,20}(?:세금|수수료|보증금|입금).{0,10}(?:필요합니다|내야|내셔야)',
    ],
  },
  // German
  {
    request:
      '\\b(?:senden|schicken|geben|nennen|teilen|mitteilen|verraten|ubermitteln|schreiben|brauche|brauchen|benotige|benotigen|bestatigen|wie lautet|was ist|sag|sagen|gib|schick|nenn)\\b',
    isLate: true,
    never: '\\b(?:nie|niemals|nicht|kein|keine|keinen|niemand|ohne)\\b',
    unless: '\\b(?:zogern|vergessen|warten)\\b',
    password: '\\b(?:passwort|kennwort|fondspasswort|zugangsdaten|pin)\\b',
    seed: '\\b(?:seed|seed-?phrase|wiederherstellungsphrase|wiederherstellungsworter|privater? (?:schlussel)|privaten schlussel|mnemonic)\\b',
    code: '\\b(?:code|sicherheitscode|bestatigungscode|einmalcode|tan|otp|sms-code)\\b',
    pay: [
      '\\b(?:mussen|muss|sollten|bitte)\\b.{0,60}\\b(?:zahlen|bezahlen|einzahlen|uberweisen|entrichten|begleichen)\\b',
      '\\b(?:zahlen|bezahlen|uberweisen|entrichten|begleichen) sie\\b.{0,60}\\b(?:steuer|steuern|gebuhr|gebuhren|kaution|betrag|geld|usdt|btc|eth)\\b',
      '\\b(?:steuer|steuern|gebuhr|kaution|einzahlung)\\b.{0,60}\\b(?:bevor|damit|um)\\b.{0,30}\\b(?:auszahl\\w*|abheb\\w*|freischalt\\w*)',
      '\\bzahlen sie\\b.{0,40}\\bein\\b',
    ],
  },
  // French
  {
    request:
      '\\b(?:envoye[rz]|donne[rz]|communique[rz]|transmettre|transmettez|indique[rz]|partage[rz]|fournir|fournissez|dites|confirme[rz]|quel(?:le)? est|besoin de|ecrivez|envoie|donne)\\b',
    never: "\\b(?:jamais|ne|n'|pas|aucun|aucune|personne|sans)\\b|\\bn'",
    unless: '(?:hesite|oublie|attende)',
    password: '\\b(?:mot de passe|mots de passe|code pin|identifiants)\\b',
    seed: '\\b(?:phrase (?:secrete|de recuperation|mnemonique)|cle privee|seed|mots de recuperation)\\b',
    code: '\\b(?:code (?:de verification|de securite|sms|recu|a usage unique|otp|a 6 chiffres)|votre code|le code|otp)\\b',
    pay: [
      '\\b(?:devez|veuillez|faut|merci de|il vous faut|vous pouvez)\\b.{0,40}\\b(?:payer|verser|deposer|virer|transferer|regler|effectuer un (?:depot|paiement|virement))\\b',
      '\\b(?:payez|versez|deposez|reglez|transferez|virez)\\b.{0,60}\\b(?:taxe|impot|impots|frais|caution|depot|montant|usdt|btc|eth|argent|fonds)\\b',
      '\\b(?:taxe|impot|impots|frais|caution|depot)\\b.{0,60}\\b(?:avant de|pour)\\b.{0,20}\\b(?:retirer|debloquer|pouvoir retirer)\\b',
    ],
  },
  // Italian
  {
    request:
      '\\b(?:invi|invii|inviare|inviami|mandi|mandare|mandami|dia|dammi|dica|comunichi|comunicare|fornisca|fornire|condivida|condividere|confermi|qual e|serve|servono|scriva|abbiamo bisogno|ho bisogno)\\b',
    never: '\\b(?:mai|non|nessuno|senza)\\b',
    unless: '\\b(?:esiti|esitare|dimentichi|aspetti)\\b',
    password: "\\b(?:password|parola d'ordine|parola chiave|credenziali|pin)\\b",
    seed: '\\b(?:frase (?:segreta|di recupero|seed)|seed|chiave privata|parole di recupero)\\b',
    code: '\\b(?:codice|otp|codici)\\b',
    pay: [
      '\\b(?:deve|dovra|bisogna|occorre|la preghiamo di|prego|puo)\\b.{0,40}\\b(?:pagare|versare|depositare|trasferire|effettuare un (?:deposito|pagamento|bonifico)|bonificare)\\b',
      '\\b(?:paghi|versi|depositi|trasferisca|bonifichi)\\b.{0,60}\\b(?:tassa|tasse|imposta|commissione|commissioni|cauzione|deposito|importo|usdt|btc|eth|denaro|fondi)\\b',
      '\\b(?:tassa|tasse|imposta|commissione|cauzione|deposito)\\b.{0,60}\\b(?:prima di|per)\\b.{0,20}\\b(?:prelevare|sbloccare|poter prelevare)\\b',
    ],
  },
  // Arabic
  {
    request:
      '(?:ارسل|ارسال|اعطن|اعطنا|اخبرن|اخبرنا|شارك|زودن|زودنا|قدم|اكتب|ادخل|نحتاج|احتاج|ما هي|ما هو|اكد|تزويدن|مشاركه|مشاركة)',
    never: '(?<!\\p{L})(?:لن|لا|ابدا|عدم|دون|بدون|ليس|لم)(?!\\p{L})',
    unless: '(?:لا تتردد|لا تنس)',
    password: '(?:كلمه المرور|كلمة المرور|كلمه السر|كلمة السر|الرقم السري|كلمه مرور|كلمة مرور)',
    seed: '(?:عباره الاسترداد|عبارة الاسترداد|العباره السريه|العبارة السرية|المفتاح الخاص|كلمات الاسترداد)',
    code: '(?:رمز التحقق|رمز الامان|الرمز|رمز التاكيد|رمزك)',
    pay: [
      '(?:يجب|عليك|يرجي|نرجو|الرجاء|من فضلك|يلزم|تحتاج)[^.؟!]{0,40}(?:دفع|تدفع|ايداع|تودع|تحويل|تحول|سداد|تسدد|ادفع|حول|اودع|شحن)',
      '(?:ادفع|سدد|حول|اودع)[^.؟!]{0,40}(?:ضريبه|ضريبة|الضريبه|الضريبة|رسوم|الرسوم|مبلغ|المبلغ|تامين|وديعه|وديعة|usdt)',
      '(?:ضريبه|ضريبة|رسوم|وديعه|وديعة|تامين)[^.؟!]{0,40}(?:قبل|حتي|لكي|كي|ل)[^.؟!]{0,10}(?:سحب|تسحب|السحب)',
    ],
  },
  // Spanish
  {
    request:
      '\\b(?:envi(?:e|eme|enos|a|ar|ame)|mand(?:e|eme|ame|ar)|de(?:me|nos)|dar|diga(?:me|nos)?|dime|comparta|compartir|proporcione|proporcionar|facilite|facilitar|indique|confirme|cual es|necesito|necesitamos|escriba)\\b',
    never: '\\b(?:nunca|jamas|no|nadie|sin)\\b',
    unless: '\\b(?:dude|olvide|espere)\\b',
    password: '\\b(?:contrasena|clave|password|pin|credenciales)\\b',
    seed: '\\b(?:frase (?:semilla|de recuperacion|secreta)|semilla|clave privada|palabras de recuperacion)\\b',
    code: '\\b(?:codigo|codigos|otp)\\b',
    pay: [
      '\\b(?:debe|tiene que|debera|necesita|hay que|por favor|puede)\\b.{0,40}\\b(?:pagar|pague|depositar|deposite|transferir|transfiera|ingresar|abonar|abone|realizar un (?:deposito|pago)|recargar)\\b',
      '\\b(?:pague|deposite|transfiera|abone|ingrese)\\b.{0,60}\\b(?:impuesto|impuestos|comision|tasa|fianza|deposito|importe|usdt|btc|eth|dinero|fondos)\\b',
      '\\b(?:impuesto|impuestos|comision|tasa|fianza|deposito)\\b.{0,60}\\b(?:antes de|para)\\b.{0,20}\\b(?:retirar|desbloquear|poder retirar)\\b',
    ],
  },
  // Portuguese
  {
    request:
      '\\b(?:envie|enviar|mande|mandar|me (?:de|diga|passe|envie|mande)|informe|informar|compartilhe|compartilhar|forneca|fornecer|confirme|qual (?:e|a)|preciso|precisamos|escreva|passe)\\b',
    never: '\\b(?:nunca|jamais|nao|ninguem|sem)\\b',
    unless: '\\b(?:hesite|esqueca|deixe)\\b',
    password: '\\b(?:senha|palavra-passe|credenciais|pin)\\b',
    seed: '\\b(?:frase (?:semente|de recuperacao|secreta)|chave privada|palavras de recuperacao|seed)\\b',
    code: '\\b(?:codigo|codigos|otp)\\b',
    pay: [
      '\\b(?:deve|precisa|tem que|tera que|e necessario|por favor|pode)\\b.{0,40}\\b(?:pagar|pague|depositar|deposite|transferir|transfira|recarregar|fazer um (?:deposito|pagamento|pix))\\b',
      '\\b(?:pague|deposite|transfira)\\b.{0,60}\\b(?:imposto|impostos|taxa|caucao|deposito|valor|usdt|btc|eth|dinheiro|fundos)\\b',
      '\\b(?:imposto|impostos|taxa|caucao|deposito)\\b.{0,60}\\b(?:antes de|para)\\b.{0,20}\\b(?:sacar|retirar|desbloquear|liberar)\\b',
    ],
  },
]

/** Places outside the product where no agent writes to customers. */
export const otherChannels =
  '(?:whats ?app|wa\\.me|telegram|t\\.me/|wechat|we ?chat|weixin|微信|加我vx|(?<![a-z])vx(?![a-z])|kakao ?talk|카카오톡|카톡|viber|skype|discord|snapchat|instagram|facebook|messenger|zalo|line ?(?:id|アカウント)|(?:加|add)(?: me on)? ?line|ライン(?:で|を)|(?<![a-z])qq(?![a-z])|واتساب|واتس اب|تيليجرام|تلغرام|تليجرام|signal app)'
