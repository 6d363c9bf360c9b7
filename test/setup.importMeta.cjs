const ts = require('typescript')

/**
 * Tests run as CommonJS, where `import.meta` does not exist; Node runs the same files as modules.
 * Writes `import.meta` as an object with the three properties that the sources use.
 */
const source =
  '({ dirname: __dirname, filename: __filename, url: require("node:url").pathToFileURL(__filename).href })'

exports.name = 'import-meta'
exports.version = 1
exports.factory = () => (context) => (file) => {
  const visit = (node) => {
    const isMeta = ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
    if (isMeta) return context.factory.createIdentifier(source)
    return ts.visitEachChild(node, visit, context)
  }
  return ts.visitNode(file, visit)
}
