export * from 'react-router'
