// Called by electron-builder: node_modules is staged already, so it installs nothing.
module.exports = async () => false;
