const { createHash } = require('node:crypto')
const { transformSync, version } = require('@swc/core')

/**
 * Tests run as CommonJS; Node and webpack run the same files as modules. swc drops the types without looking at them
 * (the type check is a step of its own) and puts what CommonJS has in the place of `import.meta`. The site is built
 * with it too. No ts-jest: it is twenty times slower, and its cache is missed in every run.
 */
const options = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
  swcrc: false,
}

exports.getCacheKey = (text, path) =>
  createHash('sha256')
    .update([version, JSON.stringify(options), path, text].join('\0'))
    .digest('hex')

exports.process = (text, filename) => transformSync(text, { ...options, filename })
