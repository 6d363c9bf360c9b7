/**
 * Lets React change texts that a translator of the browser has replaced: react-admin and its parts render texts beside
 * elements that come and go (decision 023). React still has the node that it made; before it changes that node, or
 * something beside it, the node takes the place of its translation again, and the translator translates the new text.
 */
export function followTranslators(root: Node): void {
  const translations = new WeakMap<Node, ChildNode>()
  const note = (changes: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      const [text] = removedNodes
      const font = [addedNodes[0], previousSibling, nextSibling].find(isFont)
      if (text instanceof Text && font) translations.set(text, font)
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(root, { childList: true, subtree: true })

  const putBack = (node: Node | null) => {
    if (!(node instanceof Text) || node.parentNode !== null) return
    note(observer.takeRecords())
    translations.get(node)?.replaceWith(node)
    // Not a translation of ours.
    observer.takeRecords()
  }

  const { removeChild, insertBefore } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Node.prototype.removeChild = function remove<Child extends Node>(
    this: Node,
    child: Child,
  ): Child {
    putBack(child)
    return removeChild.call(this, child) as Child
  }
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    putBack(before)
    return insertBefore.call(this, child, before) as Child
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(this)
      nodeValue?.set?.call(this, value)
    },
  })
}

const isFont = (node: Node | null | undefined): node is HTMLFontElement =>
  node instanceof HTMLFontElement
