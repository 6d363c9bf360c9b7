module.exports = require('./icon.js')('ArrowDropDown', 'm7 10 5 5 5-5z')
