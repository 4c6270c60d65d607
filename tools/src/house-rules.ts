import type { SourceFile } from './source-files.ts'

/** A sin that no linter knows: where it is searched for, what betrays it, and what to do instead. */
type HouseRule = { name: string; where: RegExp; except?: RegExp; sin: RegExp; instead: string }

// Prices as floating point are allowed where a probability, a deviation, a simulated path or a picture is computed (and main.ts prints seconds).
const inexact =
  /^(server\/src\/main[.]ts$|proofs\/src\/(early-sale|volatility)|server\/src\/domains\/markets\/(feeds\/|(quoted-)?grain)|server\/src\/domains\/options\/backtest\/|web\/src\/.*(chart|plot))|\.test\.tsx?$/

export const houseRules: readonly HouseRule[] = [
  {
    name: 'money-is-bigint',
    where: /^(protocol|proofs|server|web|console|ui)\/src\/.*\.tsx?$/,
    except: inexact,
    sin: /\bparseFloat\(|\.toFixed\(|\bNumber\([^()]*(stake|gain|amount|balance|units|payout|price|sum)\b[^()]*\)/i,
    instead: 'keep amounts and prices in bigint units (protocol/src/money.ts)',
  },
  {
    name: 'ledger-counts-in-bigint',
    except: /\.test\.ts$/,
    where: /^(protocol\/src\/money|proofs\/src\/settle|server\/src\/domains\/ledger\/).*\.ts$/,
    sin: /\bNumber\(/,
    instead: 'stay in bigint',
  },
  {
    name: 'no-physical-directions',
    where: /^(web|console|ui)\/src\/.*\.(tsx|css)$/,
    sin: /(?<![\w-])-?(ml|mr|pl|pr|left|right|border-l|border-r|rounded-[lr]|rounded-[tb][lr]|scroll-m[lr]|scroll-p[lr])-(\d|\[|\(|auto|px|full|x?[sml]|\w*\d)|(?<![\w-])(text|float|clear)-(left|right)(?![\w-])/,
    instead: 'use the logical class: ms- me- ps- pe- start- end- border-s rounded-s text-start',
  },
  {
    name: 'nothing-is-promised',
    where: /\.(tsx?|mjs|cjs|css|json|sql|md)$/,
    except: /(^|\/)house-rules(\.test)?\.ts$/,
    sin: /\b(TODO|FIXME|XXX|HACK)\b|[Nn]ot implemented|[Cc]oming soon|敬请期待|[Ll]orem ipsum/,
    instead: 'build it, or leave it out of the page',
  },
  {
    name: 'files-are-nouns',
    where: /(^|\/)(utils?|helpers?|common|manager|misc)(\.[a-z.]+)?\.tsx?$/,
    sin: /^/,
    instead: 'name the file for what it holds',
  },
  {
    name: 'files-are-kebab-case',
    where: /(^|\/)[^/]*[A-Z_ ][^/]*\.(tsx?|mjs|sql|css)$/,
    // The file of a function of the database is named after it.
    except: /^server\/db\/functions\//,
    sin: /^/,
    instead: 'rename the file in kebab-case',
  },
  {
    name: 'imports-carry-their-ending',
    where: /^(protocol|proofs|server|web|console|ui|bench|tools)\/.*\.tsx?$/,
    except: /(^|\/)house-rules\.test\.ts$/,
    sin: /(from|import) '(\.{1,2}\/[^']*|@evenhand\/[^']*)(?<!\.(ts|tsx|json|css|mjs|md|svg))'/,
    instead: "write './clock.ts'",
  },
  {
    name: 'time-comes-from-the-clock',
    where: /^(protocol|proofs|server)\/src\/.*\.ts$/,
    except: /^server\/src\/kernel\/|\.test\.ts$/,
    sin: /\bDate\.now\(|\bnew Date\(|\bperformance\.now\(/,
    instead: 'call clock.now() of deps',
  },
  {
    name: 'durations-stand-once',
    where: /^(protocol|server|web|console|ui|tools|bench)\/src\/.*\.tsx?$/,
    except: /^protocol\/src\/durations\.ts$|\.test\.tsx?$/,
    sin: /\bconst (second|minute|hour|day|week)Ms = |\b(86_?400_000|3_?600_000|604_?800_000)\b(?!n)/,
    instead: 'take dayMs and its like from protocol/src/durations.ts',
  },
  {
    // The key of a look-up may come from any caller: `constructor` is in every object, and in no Map.
    name: 'tables-by-a-word-are-maps',
    where: /^(protocol|proofs|server)\/src\/.*\.ts$/,
    except: /\.test\.ts$/,
    sin: /^(export )?const \w+: (Readonly<)?Record<string, /,
    instead: 'make it a ReadonlyMap, or an object whose keys are its type',
  },
  {
    // The left column of the vocabulary; what stands in quotes is a text's key or a field of the wire.
    name: 'names-by-vocabulary',
    where: /^(protocol|proofs|server|web|console|ui|bench|tools)\/.*\.(tsx?|sql)$/,
    except: /(^|\/)house-rules(\.test)?\.ts$/,
    sin: /(?<!['"`.\w])(hear[A-Z]\w*|until[Hh]eard|tell[A-Z]\w*|told[B-Z]\w*|handed[A-Z]\w*|isRoomLeft|hasRoom|most[A-Z]\w*|least[A-Z]\w*|one_person_most|unverified_most|v_most|p_most|standings|standings?(Of|In)|create\w*Gaps|\w+OrderGaps|placeOf|NoticeDesk|parseAsk|askHash|first_look|first_asked_at|StillAsking|acts[A-Z]\w*|acts_(by|of|on)_\w+|\w*[a-z]Acts?|\w*[a-z]Places?(Of)?)(?=\s*[(:<,=)}.]|\s+=)|\b(from|into|join|on|table|update) (operators\.acts|(auth|operators)\.answered_challenges|auth\.places)\b/,
    instead:
      "take the field's word: max and min, publish and onMessage, status or valuation, cooldown, request, audit entry, index or position",
  },
  {
    name: 'comments-name-their-actor',
    where: /^(protocol|proofs|server|web|console|ui|bench|tools|client)\/.*\.(tsx?|mjs|sql|css)$/,
    except: /(^|\/)house-rules(\.test)?\.ts$/,
    sin: /(^\s*(\/\/|\/?\*|--)|\/\*\*).*\b([Ww]hoever|[Ss]omebody)\b/,
    instead: 'name the actor: the caller, the customer, an operator, the worker',
  },
  {
    // Verbs of speech have a word of the field each; what stands in quotes is a text, a key or a name.
    name: 'comments-by-vocabulary',
    where: /^(protocol|proofs|server|web|console|ui|bench|tools|client)\/.*\.(tsx?|mjs|sql|css)$/,
    except: /(^|\/)(house-rules(\.test)?|about-api)\.ts$/,
    sin: /(^\s*(\/\/|\/?\*|--|\{\/\*)|\/\*\*|(?<![:'"`/])\/\/ ).*?(?<![`'"\w])([Ss]ays?|[Ss]aid|[Tt]ells?|[Tt]old|[Hh]ears?|[Hh]eard|[Aa]sks for|[Aa]sked for|[Ll]ooks at|[Ll]ooked at|([Aa]n|[Tt]he|[Ee]ach|[Ee]very|[Ss]ealed) acts?|record of acts)\b(?![`'"])/,
    instead:
      'write states, reports, returns, requests, receives, notifies, checks or reads; an audit entry or an action',
  },
  {
    // `order by` takes the column of the result where it has the name: 1000 comes before 999 then.
    name: 'casts-are-qualified',
    where: /^server\/.*\.(ts|sql)$/,
    sin: /(?<![.\w])(\w+)::text as \1\b/,
    instead: 'name the table with the column, also in order by, or give the text another name',
  },
  {
    name: 'files-by-vocabulary',
    where:
      /(^|\/)((own|hand|tell|told|hear|ask|look|acts?)-[^/]*|[^/]*-acts?|turns|slots|awaited|later|looks|stated|sittings)(\.[a-z.]+)?\.(tsx?|sql)$/,
    sin: /^/,
    instead: 'name the file by the word of the field: customer-, fixtures/, outbox, request-, keyed-mutex, audit-entry',
  },
]

/** One sentence for each line of `files` that breaks a house rule. */
export const findSins = (files: readonly SourceFile[], rules: readonly HouseRule[] = houseRules): string[] =>
  files.flatMap(({ path, text }) =>
    rules
      .filter(({ where, except }) => where.test(path) && !except?.test(path))
      .flatMap(({ name, sin, instead }) => {
        const lines = sin.source === '^' ? [''] : text.split('\n')
        return lines.flatMap((line, index) => (sin.test(line) ? [`${path}:${index + 1} ${name}: ${instead}`] : []))
      }),
  )
