/** Skips the other tests once one has failed, which is enough. Jest itself stops early only between files. */
exports.untilFirstFailure = (Environment) =>
  class extends Environment {
    constructor(config, context) {
      super(config, context)
      const handle = this.handleTestEvent
      this.handleTestEvent = async (event, state) => {
        await handle(event, state)
        if (event.name === 'test_done' && event.test.errors.length > 0)
          skip(state.rootDescribeBlock)
      }
    }
  }

function skip(block) {
  for (const child of block.children)
    if (child.type === 'test') child.mode = 'skip'
    else skip(child)
}
