/*
 * Extracts the dependencies of a file for `npm run check`. The imports of the table of pages are left out: tests of a
 * page import it themselves, so that a change of one page does not run the tests of all others. Pages of accounts stay,
 * because only the tests of the whole site open them.
 */
module.exports = {
  extract(code, path, extract) {
    const needed = extract(code, path)
    if (!path.endsWith('src/app/routes.ts')) return needed
    return new Set([...needed].filter((one) => !/^#src\/features\/(?!account\/)/.test(one)))
  },
  getCacheKey: () => 'pages apart',
}
