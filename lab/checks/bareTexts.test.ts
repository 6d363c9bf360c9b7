import path from 'node:path'
import ts from 'typescript'

/** A text without an element of its own that React changes, or beside which it inserts and removes nodes. */
type BareText = { readonly at: string; readonly text: string }

type Part = {
  readonly node: ts.JsxChild
  readonly isText: boolean
  /** Whether the text can change. */
  readonly isChanging: boolean
  /** Whether its nodes can be inserted, removed or replaced. */
  readonly isComing: boolean
}

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any
/** Marks ReactNode among the types of children; its content is checked where it is written. */
const ANY_NODE = ts.TypeFlags.BigIntLike

const typesOf = (type: ts.Type): ts.Type[] =>
  type.isUnion() ? type.types.flatMap(typesOf) : [type]
const has = (type: ts.Type, flags: ts.TypeFlags) =>
  typesOf(type).some((each) => (each.flags & flags) !== 0)

/** Expressions that a function itself returns, not functions inside it. */
function returnedBy(made: ts.Node): ts.Expression[] {
  const body = ts.isFunctionLike(made) && 'body' in made ? made.body : undefined
  if (!body) return []
  if (!ts.isBlock(body)) return [body]
  const returned: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression)
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return returned
}

/** The function that a list is mapped with: its results are enough, and the types of lists take seconds to compute. */
function mapperOf(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined
  const [mapper] = node.expression.name.text === 'map' ? node.arguments : []
  return mapper && ts.isFunctionLike(mapper) ? mapper : undefined
}

/** Possible results of an expression: the branches of conditions, the right side of `&&`, the items of a mapped list. */
function outcomes(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return outcomes(node.expression)
  const mapper = mapperOf(node)
  if (mapper) return returnedBy(mapper).flatMap(outcomes)
  if (ts.isConditionalExpression(node))
    return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)]
  if (!ts.isBinaryExpression(node)) return [node]
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return outcomes(node.right)
  if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
    return [...outcomes(node.left), ...outcomes(node.right)]
  return [node]
}

/** A literal, or the text of one key without values. */
const isFixed = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  (ts.isCallExpression(node) &&
    node.expression.getText() === 't' &&
    node.arguments.length === 1 &&
    node.arguments.every(ts.isStringLiteralLike))

/** Whether a child is only space, which translators do not replace. */
function isBlank(node: ts.JsxChild): boolean {
  if (ts.isJsxText(node)) return node.text.trim() === ''
  if (!ts.isJsxExpression(node)) return false
  const { expression } = node
  return !expression || (ts.isStringLiteral(expression) && expression.text.trim() === '')
}

const isElement = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

/** Whether an expression can come to a text, or to a list with one. */
const textReader = (checker: ts.TypeChecker) => (node: ts.Expression, ignored: ts.TypeFlags) => {
  if (isElement(node) || node.kind === ts.SyntaxKind.NullKeyword) return false
  const type = checker.getTypeAtLocation(node)
  const items = typesOf(type)
    .filter((each) => checker.isArrayLikeType(each))
    .map((each) => checker.getIndexTypeOfType(each, ts.IndexKind.Number) ?? each)
  return [type, ...items].some((each) => has(each, TEXT) && !has(each, ignored))
}
type IsText = ReturnType<typeof textReader>

function readPart(node: ts.JsxChild, isText: IsText): Part {
  if (ts.isJsxText(node)) return { node, isText: true, isChanging: false, isComing: false }
  if (!ts.isJsxExpression(node) || node.expression === undefined)
    return { node, isText: false, isChanging: false, isComing: false }
  const results = outcomes(node.expression)
  const isSteady = results.length === 1 && results[0] === node.expression && results.every(isFixed)
  const texts = results.some((each) => isText(each, ts.TypeFlags.Never))
  return { node, isText: texts, isChanging: texts && !isSteady, isComing: !isSteady }
}

function bareChildren(node: ts.JsxElement | ts.JsxFragment, isText: IsText): ts.Node[] {
  const children = node.children.filter((child) => !isBlank(child))
  // A fragment gets the siblings of its place.
  if (children.length === 1 && !ts.isJsxFragment(node)) return []
  const parts = children.map((child) => readPart(child, isText))
  const isMoving = ts.isJsxFragment(node) || parts.some(({ isComing }) => isComing)
  return parts
    .filter((part) => part.isText && (part.isChanging || isMoving))
    .map((part) => part.node)
}

/** Texts that a component returns bare, for its place of use. */
function bareResults(component: ts.Node, isText: IsText): ts.Node[] {
  return returnedBy(component)
    .flatMap(outcomes)
    .filter((each) => isText(each, ANY_NODE))
}

const isComponentName = (name: ts.Node | undefined): boolean =>
  name !== undefined && ts.isIdentifier(name) && /^[A-Z][a-z]/.test(name.text)

function bareNodes(node: ts.Node, isText: IsText): ts.Node[] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return bareChildren(node, isText)
  if (ts.isFunctionDeclaration(node) && isComponentName(node.name)) return bareResults(node, isText)
  if (ts.isVariableDeclaration(node) && isComponentName(node.name) && node.initializer)
    return bareResults(node.initializer, isText)
  // The fallback of Suspense is replaced by its children.
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'fallback') return []
  if (node.parent.parent.tagName.getText() !== 'Suspense') return []
  const { initializer } = node
  if (!initializer || !ts.isJsxExpression(initializer) || !initializer.expression) return []
  return outcomes(initializer.expression).filter((each) => isText(each, ts.TypeFlags.Never))
}

/** @param project the folder of a tsconfig.json */
function bareTexts(project: string): BareText[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const config = ts.getParsedCommandLineOfConfigFile(`${project}/tsconfig.json`, {}, host)
  if (!config) throw new Error(`No tsconfig.json in ${project}`)
  const program = ts.createProgram(config.fileNames, config.options)
  const isText = textReader(program.getTypeChecker())
  const found: BareText[] = []
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !source.fileName.endsWith('.tsx')) continue
    const visit = (node: ts.Node): void => {
      for (const each of bareNodes(node, isText)) {
        const { line } = source.getLineAndCharacterOfPosition(each.getStart(source))
        const text = each.getText(source).trim().replace(/\s+/g, ' ')
        found.push({ at: `${source.fileName.split(`${project}/`)[1]}:${line + 1}`, text })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

/** Limit for checking the types of a whole program on a busy machine. */
const READ_WITHIN_MS = 180_000

describe('A text beside something that comes and goes has an element of its own (decision 023)', () => {
  test.each(['src', 'desk'])(
    'in %s',
    (program) => {
      expect(bareTexts(path.resolve(program))).toEqual([])
    },
    READ_WITHIN_MS,
  )

  it(
    'and one that has none is found, wherever it stands',
    () => {
      const found = bareTexts(path.resolve('lab/checks/bare-texts'))
      expect(found.map(({ text }) => text)).toEqual([
        'name',
        'bare',
        'bare',
        'safe',
        '{isOn ? bare : null}',
        '{bare}',
        '{[name].map((each) => bare ?? each)}',
        'bare',
      ])
    },
    READ_WITHIN_MS,
  )
})
