import type { ReactElement } from 'react'

/** Children beside which a component inserts or removes others: no texts, see decision 023. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined
