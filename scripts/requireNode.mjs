// Loaded before every script. Plain JavaScript, so that an old Node gets as far as this sentence.
const NEEDED = 24

if (Number(process.versions.node.split('.', 1)[0]) < NEEDED) {
  console.error(
    `Discordia needs Node ${NEEDED}, but this is ${process.version}. Run it with "npm start" or "npm run ...".\n` +
      'npm install puts the right Node into node_modules. If it is not there, allow the package "node" to\n' +
      'run its install script (npm rebuild node) and try again.',
  )
  process.exit(1)
}
