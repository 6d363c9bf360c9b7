const Environment = require('@stryker-mutator/jest-runner/jest-env/node')
const { untilFirstFailure } = require('./firstFailure.cjs')

module.exports = untilFirstFailure(Environment)
