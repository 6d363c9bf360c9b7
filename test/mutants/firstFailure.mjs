import { writeFileSync } from 'node:fs'

/** A reporter of Jest that ends the run with the first test that fails: one is enough to catch a defect. */
export default class FirstFailure {
  #ran = 0

  onTestCaseResult(_test, { status }) {
    if (status === 'passed' || status === 'failed') this.#ran += 1
    if (status !== 'failed') return
    this.#write(1)
    process.exit(1)
  }

  onRunComplete(_contexts, { numFailedTests }) {
    this.#write(numFailedTests)
  }

  #write(failed) {
    writeFileSync(process.env.MUTANT_REPORT, JSON.stringify({ ran: this.#ran, failed }))
  }
}
