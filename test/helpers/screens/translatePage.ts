/** Replaces the texts of the page as the translators of browsers do. Also runs in a page of a real browser. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const isLeftAlone = /^(SCRIPT|STYLE|FONT|TEXTAREA|OPTION)$/.test(
      text.parentNode?.nodeName ?? '',
    )
    if (text.data.trim() !== '' && !isLeftAlone) texts.push(text)
  }
  for (const text of texts) {
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
}
