/** The elements that a translation put in place of text nodes. */
const standIns = new WeakMap<Node, Node>()

const isFont = (node: Node | null): node is Node => node?.nodeName === 'FONT'

/** Notes which text nodes were replaced by a `<font>`, which neither our pages nor React make. */
function note(changes: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
    for (const node of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (node instanceof Text && font !== undefined) standIns.set(node, font)
    }
}

let watcher: MutationObserver | undefined

/** What stands in `parent` for a node that React put there: the `<font>` around a text, or in place of it. */
function standInOf(parent: Node, node: Node): Node | undefined {
  let ancestor: Node | null | undefined = node.parentNode === null ? standIns.get(node) : node
  while (ancestor && ancestor.parentNode !== parent) ancestor = ancestor.parentNode
  return ancestor ?? undefined
}

/**
 * Keeps React working on a page that the browser translates: it moves each text node into a `<font>`, or replaces it by one, and React would fail at the next
 * one that it removes. Called by every root, once is enough (tests/forgotten.test.ts).
 */
export function tolerateTranslation(): void {
  if (typeof document === 'undefined' || watcher !== undefined) return
  watcher = new MutationObserver(note)
  watcher.observe(document, { childList: true, subtree: true })
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !(child instanceof Text)) return removeChild.call(this, child) as Child
    note(watcher?.takeRecords() ?? [])
    const standIn = standInOf(this, child)
    if (standIn !== undefined) removeChild.call(this, standIn)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    if (!(before instanceof Text) || before.parentNode === this) return insertBefore.call(this, child, before) as Child
    note(watcher?.takeRecords() ?? [])
    return insertBefore.call(this, child, standInOf(this, before) ?? null) as Child
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      if (this.parentNode === null) {
        note(watcher?.takeRecords() ?? [])
        // The text comes back, and is translated anew.
        const standIn = standIns.get(this)
        standIn?.parentNode?.replaceChild(this, standIn)
      }
      value?.set?.call(this, text)
    },
  })
}
