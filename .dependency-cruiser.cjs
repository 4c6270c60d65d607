// Who may import whom. ARCHITECTURE.md describes it; tools/fixtures/sins commits every sin once, and the check
// expects each rule's name, so that a rule that no longer bites is noticed.
const products = '(deposits|withdrawals|conversions|addresses|chain|options|contracts|plans|loans|collectibles|invites)'
const people = '(accounts|auth|kyc|safeguards)'
const ground = '(ledger|markets|content|notices|files)'
const top = '(operators|books|complaints|support)'
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    // A circle of types alone (a door and the routes that name its type) costs nothing when the program runs.
    rule(
      'no-circles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'cut the circle: move the shared noun down a tier',
    ),
    rule(
      'through-the-door',
      { path: '^server/src/domains/([^/]+)/' },
      {
        path: '^server/src/domains/[^/]+/',
        pathNot: ['^server/src/domains/$1/', '^server/src/domains/[^/]+/index[.]ts$'],
      },
      'import the domain, not its insides',
    ),
    rule('kernel-knows-no-domain', { path: '^server/src/kernel/' }, { path: '^server/src/domains/' }),
    rule(
      'ground-stands-alone',
      { path: `^server/src/domains/${ground}/` },
      { path: '^server/src/domains/', pathNot: `^server/src/domains/${ground}/` },
    ),
    rule(
      'people-know-no-product',
      { path: `^server/src/domains/${people}/` },
      { path: `^server/src/domains/${products}/` },
    ),
    rule(
      'products-are-strangers',
      { path: `^server/src/domains/${products}/` },
      { path: `^server/src/domains/${products}/`, pathNot: '^server/src/domains/$1/' },
      'meet in main.ts through an event',
    ),
    rule(
      'money-out-imports-no-products',
      { path: '^server/src/(domains/(withdrawals|addresses|auth/fund-password)|payout)/' },
      {
        path: '^(server/src/domains/(deposits|options|contracts|plans|loans|collectibles|invites|safeguards)|protocol/src/(plans|loans|loans-console|credit-score|invites|safeguards))(/|[.]ts)',
      },
      'no customer’s own money waits for a loan, a score, an invitation or a limit: R-06',
    ),
    rule(
      'no-tier-imports-above',
      { path: `^server/src/domains/(${[ground, people, products].join('|')})/` },
      { path: `^server/src/domains/${top}/` },
      'take it from deps, or publish an event',
    ),
    rule('no-module-imports-main', {}, { path: '^server/src/main[.]ts$' }),
    rule(
      'no-domain-imports-the-app',
      { path: '^server/src/(kernel|domains|payout|sandbox)/', pathNot: '[.]test[.]ts$' },
      { path: '^server/src/app/' },
      'declare in deps what is needed; app/compose.ts gives it',
    ),
    rule(
      'only-the-kernel-touches-the-driver',
      { path: '^server/src/domains/', pathNot: '[.]test[.]ts$' },
      { path: 'node_modules/(pg|postgres|kysely|fastify|@fastify/[^/]+|ws|nodemailer|pino)/' },
      'take a Db, a Route, a Socket from the kernel',
    ),
    rule('protocol-stands-alone', { path: '^protocol/' }, { path: '^(proofs|server|web|console|ui|tools|bench)/' }),
    rule(
      'proofs-are-pure',
      { path: '^proofs/', pathNot: '[.]test[.]ts$' },
      { path: '^(server|web|console|ui|tools|bench)/' },
    ),
    rule(
      'proofs-use-no-machine',
      { path: '^(proofs|protocol)/', pathNot: ['([.]test|-node)[.]ts$', '^proofs/test/'] },
      { dependencyTypes: ['core'] },
      'they run in a browser too',
    ),
    rule('ui-knows-no-domain', { path: '^ui/' }, { path: '^(protocol|proofs|server|web|console|tools|bench)/' }),
    rule('browsers-never-see-the-server', { path: '^(web|console|ui)/' }, { path: '^(server|tools|bench)/' }),
    rule(
      'features-are-strangers',
      { path: '^(web|console)/src/features/([^/]+)/' },
      { path: '^(web|console)/src/features/', pathNot: '^$1/src/features/$2/' },
      'compose them in routes/',
    ),
    rule(
      'the-list-alone-names-features',
      { path: '^(web|console)/src/', pathNot: '^(web|console)/src/features[.]ts$' },
      { path: '^(web|console)/src/features/[^/]+/feature[.]ts$' },
      'loop over what all features bring; the list in features.ts is given by the app',
    ),
    rule(
      'the-apps-are-strangers',
      { path: '^(web|console)/src/' },
      { path: '^(web|console)/', pathNot: '^$1/' },
      'what both need lives in ui/',
    ),
    rule(
      'the-product-needs-no-tools',
      { path: '^server/src/', pathNot: '[.]test[.]ts$' },
      { path: '^(tools|bench|server/test)/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/fixtures/(?!sins/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
