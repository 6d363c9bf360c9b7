import own from '../../../public/rulebook/pages.json'
import { PageList } from './PageList.tsx'
import type { Book } from './rulebook.ts'

/** The book of the product, whose texts come with this script. */
export const PlainPages = ({ book }: { book: Book }) => <PageList book={book} texts={own.pages} />
