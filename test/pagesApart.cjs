/*
 * Which files a file needs, for `npm run check`: the table of pages imports every page when it is opened. Tests of a page
 * import it themselves, so that a change of one page need not run those of all others. Pages of accounts are opened by the
 * tests of the whole site alone.
 */
module.exports = {
  extract(code, path, extract) {
    const needed = extract(code, path)
    if (!path.endsWith('src/app/pages.ts')) return needed
    return new Set([...needed].filter((one) => !/^#src\/features\/(?!account\/)/.test(one)))
  },
  getCacheKey: () => 'pages apart',
}
