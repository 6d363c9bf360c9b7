export { tearDown as default } from '#test/setup.e2eRun.ts'
