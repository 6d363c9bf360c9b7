import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Imports of a file in art/ from outside of art/, as paths from the root. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, specifier = '']) => join(dirname(file), specifier))
    .filter((path) => !path.startsWith('art/'))

test('the files that art/ imports from the product exist, though no other check includes art/', () => {
  const files = globSync('art/*/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  const imported = [...files, ...globSync('art/*.ts', { cwd: ROOT })].flatMap(importsOf)
  expect(imported).toContain('tailwind.config.ts')
  expect(imported.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
