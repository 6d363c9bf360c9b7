/*
 * The arrow of ARCHITECTURE.md, executable. Rooms are data: a new feature or module needs no new rule.
 * Each rule says what to do instead.
 */

const { existsSync } = require('node:fs')
const { join } = require('node:path')

const GROUND = ['server/config', 'server/text', 'server/files']
const BELOW_WORK = ['server/http', 'server/mail', 'server/db', ...GROUND]
const BELOW_DESK = ['server/work', ...BELOW_WORK]

/** Room -> rooms that it may import besides itself. What is not listed here is free within its side. */
const below = {
  contract: [],
  shared: ['contract'],
  kit: ['contract', 'shared'],
  'src/platform': ['contract', 'shared', 'src/styles'],
  'src/offline': ['contract', 'shared', 'src/platform'],
  'src/ui': [
    'kit',
    'contract/fields.ts',
    'contract/lists.ts',
    'shared/safeUrl.ts',
    'shared/search.ts',
    'contract/pages.ts',
    'contract/formatting.ts',
    'shared/textEditing.ts',
    'shared/textField.ts',
    'shared/timeRange.ts',
    'src/platform',
  ],
  'src/i18n': ['shared/dateWords.ts', 'shared/kit.ts', 'locales', 'src/platform'],
  'src/store/session': ['contract', 'shared', 'src/platform'],
  'src/store/http': [
    'contract',
    'shared',
    'src/platform',
    'src/offline',
    'src/store/session',
    'src/i18n/messageKeys.ts',
  ],
  'src/store': ['contract', 'shared', 'src/platform', 'src/offline', 'src/i18n'],
  'src/features': [
    'contract',
    'shared',
    'kit',
    'src/platform',
    'src/offline',
    'src/ui',
    'src/store',
    'src/i18n',
  ],
  'src/app': [
    'contract',
    'shared',
    'kit',
    'src/platform',
    'src/offline',
    'src/ui',
    'src/store',
    'src/i18n',
    'src/features',
  ],
  desk: ['contract', 'shared', 'kit', 'locales'],
  // The desk: folders per noun -> parts -> session, theme -> texts.
  'desk/i18n.ts': ['contract', 'shared', 'locales'],
  'desk/theme': ['desk/i18n.ts'],
  'desk/session': ['contract', 'shared', 'desk/i18n.ts'],
  'desk/parts': ['contract', 'shared', 'kit', 'desk/i18n.ts', 'desk/theme', 'desk/session'],
  'server/config': ['contract', 'shared', 'locales'],
  'server/text': [
    'contract',
    'shared',
    'locales',
    'server/config/decoded.ts',
    'server/config/locales.ts',
    'server/files',
  ],
  'server/files': ['contract', 'shared', 'server/config'],
  'server/db': ['contract', 'shared', ...GROUND],
  'server/mail': ['contract', 'shared', 'locales', 'server/db', ...GROUND],
  'server/http': ['contract', 'shared', 'locales', 'server/mail', 'server/db', ...GROUND],
  'server/work': ['contract', 'shared', 'locales', ...BELOW_WORK],
  'server/desk': ['contract', 'shared', ...BELOW_DESK],
  'server/transfer': ['contract', 'shared', 'server/desk', ...BELOW_DESK],
  'server/modules': [
    'contract',
    'shared',
    'locales',
    'server/transfer',
    'server/desk',
    ...BELOW_DESK,
  ],
  'server/modules.ts': ['server/modules'],
  // Of a module it sees the face alone, as the list hands it over.
  'server/compose': [
    'contract',
    'shared',
    'server/modules.ts',
    'server/modules/face.ts',
    'server/transfer',
    'server/desk',
    ...BELOW_DESK,
  ],
  'server/main.ts': ['server/compose', ...BELOW_DESK],
  'server/admin.ts': ['server/admin', 'server/config'],
  'server/admin': [
    'contract',
    'shared',
    'server/compose',
    'server/modules',
    'server/transfer',
    'server/desk',
    ...BELOW_DESK,
  ],
}

const OURS = '^(contract|shared|kit|locales|src|desk|server|scripts|test|lab)/'
const under = (path) => `^${path.replaceAll('.', '\\.')}${path.endsWith('.ts') ? '$' : '/'}`

/** Features whose parts stand inside the pages of others. */
const INSERTED = [
  'desk',
  'formatting',
  'linking',
  'programme',
  'registration',
  'reports',
  'secrets',
  'groups/crest',
]

/** Every folder of the store but the two that all domains stand on; `$1` is its name. */
const storeDomain = '^src/store/(?!session/|http/)([^/]+)/'

/** Values only: a type leaves no trace in the bundle. */
const notJustTypes = { dependencyTypesNot: ['type-only'] }

module.exports = {
  forbidden: [
    ...Object.entries(below).map(([room, allowed]) => ({
      name: `${room.replaceAll('/', '-')}-looks-down-only`,
      severity: 'error',
      comment: `${room} may import ${allowed.join(', ') || 'nothing of ours'}. Move the shared part down, or pass it in.`,
      from: { path: under(room) },
      to: { path: OURS, pathNot: [room, ...allowed].map(under) },
    })),
    {
      name: 'store-domain-looks-down-only',
      severity: 'error',
      comment:
        'Below a domain are http, session, contract and platform; reducer.ts has the type of the whole state.',
      from: { path: storeDomain },
      to: {
        path: OURS,
        pathNot: [
          storeDomain,
          ...['contract', 'shared', 'src/platform', 'src/offline', 'src/i18n/messageKeys.ts'].map(
            under,
          ),
          ...['src/store/http', 'src/store/session', 'src/store/reducer.ts'].map(under),
        ],
      },
    },
    {
      name: 'store-domain-not-to-domain',
      severity: 'error',
      comment:
        'A domain may read the selectors of another. What both need goes down to http or session.',
      from: { path: storeDomain },
      to: { path: storeDomain, pathNot: ['^src/store/$1/', '/selectors\\.ts$'] },
    },
    ...[
      ['api', '([a-z]*[sS]lice|selectors|[a-z]*[lL]isteners)'],
      ['slice', '(selectors|[a-z]*[lL]isteners)'],
      ['selectors', '[a-z]*[lL]isteners'],
    ].map(([kind, above]) => ({
      name: `store-${kind}-below-its-domain`,
      severity: 'error',
      comment: 'Inside a domain: listeners -> selectors -> slice -> api.',
      from: {
        path: `^src/store/(.+)/([a-z]+${kind[0].toUpperCase()}${kind.slice(1)}|${kind})\\.ts$`,
      },
      to: { path: `^src/store/$1/${above}\\.ts$` },
    })),
    {
      name: 'feature-not-to-feature',
      severity: 'error',
      comment:
        'Move the shared part down to src/ui or src/store. The dashboard composes features, and some features are made to stand inside others.',
      from: { path: '^src/features/(?!dashboard/)([^/]+)/' },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', `^src/features/(${INSERTED.join('|')})/`],
      },
    },
    {
      name: 'questions-go-through-confirm',
      severity: 'error',
      comment:
        'Ask with useConfirm. The question who owns a group next is a component, since its button waits for a choice.',
      from: { path: '^src/', pathNot: '^src/(ui/|features/groups/OpenGroup\\.tsx$)' },
      to: { path: '^src/ui/ConfirmDialog\\.tsx$' },
    },
    {
      name: 'desk-page-not-to-desk-page',
      severity: 'error',
      comment:
        'A folder of the desk has the pages of one noun. Move the shared part down to desk/parts; the frame and the overview may use any.',
      from: {
        path: '^desk/(?!(?:frame|overview|parts|session|theme|charts|material-icons|react-router-dom)/)([^/]+)/',
      },
      to: {
        path: '^desk/[^/]+/',
        pathNot: '^desk/($1|parts|session|theme|charts)/',
      },
    },
    {
      name: 'module-not-to-module',
      severity: 'error',
      comment:
        'A module owns its tables. Move the shared part down, or have it given (module.ts). Every module may ask account about accounts, names and the session of the caller.',
      from: { path: '^server/modules/([^/]+)/' },
      to: {
        path: '^server/modules/',
        pathNot: [
          '^server/modules/$1/',
          '^server/modules/account/(admission/repository|blockRepository|restrictionRepository|lookUp|names|nameRepository|repository|seal|state|sessions/caller)\\.ts$',
        ],
        ...notJustTypes,
      },
    },
    {
      name: 'sides-never-meet',
      severity: 'error',
      comment: 'What both sides need is an agreement: it goes to contract/.',
      from: { path: '^(src|server|desk)/' },
      to: { path: '^(src|server|desk|scripts|test)/', pathNot: '^$1/' },
    },
    {
      name: 'browser-never-loads-the-server-libraries',
      severity: 'error',
      comment: 'These run on Node only.',
      from: { path: '^(src|desk)/' },
      to: {
        path: 'node_modules/(fastify|@fastify|kysely|pg|better-sqlite3|nodemailer|sharp|typebox)/',
        ...notJustTypes,
      },
    },
    {
      name: 'site-never-loads-the-desk',
      severity: 'error',
      comment:
        'Only desk/ is built with these; test/e2e/bundle.test.ts holds the same against the build.',
      from: { path: '^src/' },
      to: {
        path: [
          '^contract/(desk|transfer)',
          'node_modules/(react-admin|ra-[^/]+|@mui|@emotion|@tanstack|react-hook-form)/',
        ],
      },
    },
    {
      name: 'sql-only-in-repositories',
      severity: 'error',
      comment: 'A query belongs to a repository of its module, or to server/db.',
      from: {
        path: '^server/modules/',
        pathNot: '/(repository|[a-zA-Z]+Repository|search|siteSearch)\\.ts$',
      },
      to: { path: 'node_modules/(kysely|pg|better-sqlite3)/', ...notJustTypes },
    },
    {
      name: 'policies-are-pure',
      severity: 'error',
      comment: 'A policy decides about its arguments; the handler loads them.',
      from: { path: '^server/modules/.*/(policy|present|[a-z]+Policy|[a-z]+Present)\\.ts$' },
      to: {
        path: '^server/modules/.*/(\\w*[rR]outes|\\w*[rR]epository)\\.ts$',
        ...notJustTypes,
      },
    },
    {
      name: 'only-routes-know-http',
      severity: 'error',
      comment:
        'Take what you need as an argument; Fastify stays in siteRoutes.ts and deskRoutes.ts.',
      from: {
        path: '^server/modules/.*/(\\w*([pP]olicy|[pP]resent|[rR]epository)|search|transfer|state|names)\\.ts$',
      },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'instances-only-in-entries',
      severity: 'error',
      comment:
        'The server renders for many visitors at once: nobody but an entry or a test makes a store.',
      from: { path: '^src/', pathNot: '^src/(app/start|server)\\.tsx$' },
      to: { path: '^src/store/store\\.ts$', ...notJustTypes },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one, or have a third below them.',
      from: { path: OURS },
      to: { circular: true },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      comment: 'The product runs without its tests.',
      from: { path: '^(contract|src|server|desk|scripts)/' },
      to: { path: '^test/' },
    },
    {
      name: 'nothing-imports-the-laboratory',
      severity: 'error',
      comment:
        'The product, its tools and its tests do without lab/, whose packages a newcomer has not.',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'scripts-do-not-build-on-the-product',
      severity: 'error',
      comment: 'Tools may start the product and read its data; they are no part of it.',
      from: { path: '^(src|server)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'art-is-another-package',
      severity: 'error',
      comment: 'Its results are committed: read those. Nothing else installs it.',
      from: { path: OURS },
      to: { path: '^art/' },
    },
    {
      name: 'development-packages-stay-out-of-the-server',
      severity: 'error',
      comment: 'The server runs from dependencies alone (Dockerfile installs no others).',
      from: { path: '^(server|contract)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'The file or package does not exist.',
      // Its packages are installed when they are needed.
      from: existsSync(join(__dirname, 'lab/node_modules')) ? {} : { pathNot: '^lab/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|var|node_modules/.*/node_modules)/' },
    // Type-only imports count, too: a cycle of types ties two files together as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
