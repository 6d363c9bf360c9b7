import { existsSync } from 'node:fs'
import { defineConfig } from 'oxlint'

/*
 * Biome formats and has the general rules (biome.json). Here is what it cannot do: rules that need
 * types, the rules of hooks, and the fences that speak of names instead of files
 * (.dependency-cruiser.cjs has those of files).
 */

/** The laboratory has no types until its packages are installed. */
const hasLab = existsSync(`${import.meta.dirname}/lab/node_modules`)

const BROWSER = 'src/platform has a small function for it that handles its failures.'
const NETWORK = 'Calls live in src/store, one api.ts per domain.'

const TYPE_RULES = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-redundant-type-constituents',
  'no-unnecessary-type-assertion',
  'no-unsafe-enum-comparison',
  'no-unsafe-unary-minus',
  'only-throw-error',
  'prefer-promise-reject-errors',
  'restrict-plus-operands',
  'switch-exhaustiveness-check',
] as const
/** Not in tests: the body of a response has no type, and that it is as expected is what a test finds out. */
const UNSAFE_RULES = [
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-member-access',
  'no-unsafe-return',
] as const
const HOOK_RULES = [
  'static-components',
  'use-memo',
  'void-use-memo',
  'preserve-manual-memoization',
  'immutability',
  'globals',
  'refs',
  'set-state-in-effect',
  'error-boundaries',
  'purity',
  'set-state-in-render',
] as const

const all = (prefix: string, names: readonly string[], level: 'error' | 'off') =>
  Object.fromEntries(names.map((name) => [`${prefix}/${name}`, level] as const))

export default defineConfig({
  plugins: ['typescript', 'react'],
  jsPlugins: [{ name: 'react-compiler', specifier: 'eslint-plugin-react-hooks' }],
  categories: { correctness: 'off' },
  // Every file is checked by the tsconfig.json nearest to it: one per side.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    '**/*.cjs',
    '**/*.mjs',
    // Written by scripts/tableTypes.ts.
    'server/db/tables.d.ts',
    ...['art', 'desk/material-icons', 'dist', 'var', '.cache', ...(hasLab ? [] : ['lab'])].map(
      (room) => `${room}/**`,
    ),
  ],
  rules: {
    'max-lines': ['error', { max: 400 }],
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    ...all('typescript', TYPE_RULES, 'error'),
    ...all('typescript', UNSAFE_RULES, 'error'),
    // A promise in an event handler is fine: React ignores what a handler returns.
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  },
  overrides: [
    {
      files: ['contract/**', 'shared/**', 'kit/**', 'src/**', 'server/**', 'desk/**'],
      rules: { 'max-lines-per-function': ['error', { max: 80 }] },
    },
    // A step of the past: it is read once, from top to bottom.
    { files: ['server/db/migrations/**'], rules: { 'max-lines-per-function': 'off' } },
    {
      files: ['test/**', 'lab/**'],
      rules: {
        'max-lines': ['error', { max: 400 }],
        ...all('typescript', UNSAFE_RULES, 'off'),
      },
    },
    {
      files: ['src/**', 'desk/**'],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      files: ['src/**'],
      rules: {
        ...all('react-compiler', HOOK_RULES, 'error'),
        'react/forbid-component-props': [
          'error',
          {
            forbid: [
              {
                propName: 'transition',
                message: 'An interrupted one of Headless UI never ends: fade by CSS.',
              },
            ],
          },
        ],
        'typescript/no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: 'react-redux',
                importNames: ['useSelector', 'useDispatch', 'useStore'],
                message: 'useAppSelector and useAppDispatch of src/store/hooks.ts know our state.',
              },
            ],
          },
        ],
      },
    },
    { files: ['src/store/hooks.ts'], rules: { 'typescript/no-restricted-imports': 'off' } },
    {
      files: ['src/app/**', 'src/features/**', 'src/ui/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: NETWORK },
          { name: 'XMLHttpRequest', message: NETWORK },
          { name: 'localStorage', message: BROWSER },
          { name: 'sessionStorage', message: BROWSER },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'document', property: 'cookie', message: BROWSER },
          { object: 'window', property: 'fetch', message: NETWORK },
          { object: 'globalThis', property: 'fetch', message: NETWORK },
          { object: 'window', property: 'localStorage', message: BROWSER },
          { object: 'window', property: 'sessionStorage', message: BROWSER },
        ],
      },
    },
  ],
})
