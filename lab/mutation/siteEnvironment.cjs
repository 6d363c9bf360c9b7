const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner')
const Environment = require('jest-fixed-jsdom')
const { untilFirstFailure } = require('./firstFailure.cjs')

module.exports = untilFirstFailure(mixinJestEnvironment(Environment))
