/* What somebody in a hurry writes by hand: Exp3-IX against Bernoulli losses, weights multiplied in place.
   gcc -O3 -ffast-math; each function returns the sum of its own losses. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static inline double uniform(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return ((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0);
}

static int leaves_for(int n) {
  int leaves = 1;
  while (leaves < n) leaves *= 2;
  return leaves;
}

static double *even_tree(int n, int leaves) {
  double *tree = calloc(2 * (size_t)leaves, sizeof *tree);
  for (int i = 0; i < n; i++) tree[leaves + i] = 1.0;
  for (int node = leaves - 1; node > 0; node--) tree[node] = tree[2 * node] + tree[2 * node + 1];
  return tree;
}

static inline void lift(double *tree, int node) {
  for (node >>= 1; node > 0; node >>= 1) tree[node] = tree[2 * node] + tree[2 * node + 1];
}

static inline int drawn(const double *tree, int leaves, double place) {
  int node = 1;
  while (node < leaves) {
    node *= 2;
    if (place >= tree[node]) place -= tree[node++];
  }
  return node - leaves;
}

static void keep_in_range(double *tree, int leaves) {
  if (tree[1] > 1e-60) return;
  for (int node = 1; node < 2 * leaves; node++) tree[node] *= 1e60;
}

double bandit(int n, long rounds, double eta, double gamma, const double *means, uint64_t seed) {
  int leaves = leaves_for(n);
  double *tree = even_tree(n, leaves), own = 0.0;
  for (long t = 0; t < rounds; t++) {
    int i = drawn(tree, leaves, uniform(&seed) * tree[1]);
    double loss = uniform(&seed) < means[i];
    own += loss;
    tree[leaves + i] *= exp(-eta * loss / (tree[leaves + i] / tree[1] + gamma));
    lift(tree, leaves + i);
    keep_in_range(tree, leaves);
  }
  free(tree);
  return own;
}

/* Each action reveals itself and the next nine, and is revealed by itself and the nine before. */
double ring(int n, long rounds, double eta, double gamma, const double *means, uint64_t seed) {
  enum { WIDTH = 10 };
  int leaves = leaves_for(n);
  double *tree = even_tree(n, leaves), own = 0.0;
  for (long t = 0; t < rounds; t++) {
    int i = drawn(tree, leaves, uniform(&seed) * tree[1]);
    double factor[WIDTH];
    for (int k = 0; k < WIDTH; k++) {
      int j = i + k < n ? i + k : i + k - n;
      double loss = uniform(&seed) < means[j], seen = 0.0;
      if (k == 0) own += loss;
      for (int d = 0; d < WIDTH; d++) seen += tree[leaves + (j - d >= 0 ? j - d : j - d + n)];
      factor[k] = exp(-eta * loss / (seen / tree[1] + gamma));
    }
    for (int k = 0; k < WIDTH; k++) {
      int j = i + k < n ? i + k : i + k - n;
      tree[leaves + j] *= factor[k];
      lift(tree, leaves + j);
    }
    keep_in_range(tree, leaves);
  }
  free(tree);
  return own;
}

/* Cliques of equal size: flat weights, one chance seen for all that is revealed. */
double cliques(int n, int size, long rounds, double eta, double gamma, const double *means, uint64_t seed) {
  double *weight = malloc(n * sizeof *weight), own = 0.0, total = n;
  for (int i = 0; i < n; i++) weight[i] = 1.0;
  for (long t = 0; t < rounds; t++) {
    double place = uniform(&seed) * total;
    int i = 0;
    while (i < n - 1 && place >= weight[i]) place -= weight[i++];
    int first = i / size * size;
    double mass = 0.0, left = 0.0;
    for (int j = first; j < first + size; j++) mass += weight[j];
    double scale = eta / (mass / total + gamma);
    for (int j = first; j < first + size; j++) {
      double loss = uniform(&seed) < means[j];
      if (j == i) own += loss;
      weight[j] *= exp(-scale * loss);
      left += weight[j];
    }
    total += left - mass;
    if (total < 1e-60) {
      total = 0.0;
      for (int j = 0; j < n; j++) total += weight[j] *= 1e60;
    } else if (t % 4096 == 0) {
      total = 0.0;
      for (int j = 0; j < n; j++) total += weight[j];
    }
  }
  free(weight);
  return own;
}
