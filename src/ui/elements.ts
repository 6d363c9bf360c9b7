import type { ReactElement } from 'react'

/**
 * Children beside which a component inserts or removes others. No texts: a browser that translates a page replaces the
 * nodes of texts, and React cannot insert before a node that is gone (decision 023).
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined
