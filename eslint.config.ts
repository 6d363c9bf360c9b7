import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/*
 * Biome formats and has the general rules (biome.json). Here is what it cannot do: rules that need
 * types, the rules of hooks, and the fences that speak of names instead of files
 * (.dependency-cruiser.cjs has those of files).
 */

const BROWSER = 'src/platform has it behind a small function that knows what can go wrong.'
const NETWORK = 'Calls are endpoints of src/store/<domain>/api.ts.'

const code = '**/*.{ts,tsx}'

export default defineConfig(
  { ignores: ['dist/', 'var/', '.cache/', 'node_modules/'] },
  {
    files: [code],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      'max-lines': ['error', { max: 250 }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      // A promise in an event handler is fine: React ignores what a handler returns.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      // Fastify handlers and fakes are `async` by their type, whether they wait or not.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Redux Toolkit and jest declare as methods what is made to be taken apart.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      // The body of an answer has no type, and that it is as expected is what a test finds out.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': [
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
  { files: ['src/store/hooks.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  {
    files: ['src/{app,features,ui}/**/*.{ts,tsx}'],
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
)
