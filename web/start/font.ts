// Of a user's page nothing is drawn ahead that would ask for it: now it comes while the app is made ready.
void document.fonts.load('1rem Inter');
