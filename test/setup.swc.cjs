const { version, transformSync } = require('@swc/core')
const { createHash } = require('node:crypto')

/** Jest runs tests of screens as CommonJS. SWC, which also builds the site, needs a tenth of TypeScript's time. */
const options = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2024',
    transform: { react: { runtime: 'automatic' }, hidden: { jest: true } },
  },
}

exports.process = (text, filename) =>
  transformSync(text, {
    ...options,
    filename,
    jsc: { ...options.jsc, parser: { syntax: 'typescript', tsx: filename.endsWith('x') } },
  })

exports.getCacheKey = (text, filename) =>
  createHash('sha256')
    .update([version, JSON.stringify(options), filename, text].join('\0'))
    .digest('hex')
